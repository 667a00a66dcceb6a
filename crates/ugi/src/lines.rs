//! Bounded line reader: lines beyond a maximum length are skipped.

use std::io::{self, BufRead};

/// Longest line of UGI in bytes: more than any game needs.
pub(crate) const LONGEST_LINE: usize = 1 << 20;

/// A line of input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    /// A line without its end.
    Line(String),
    /// A line that was too long; it was skipped.
    TooLong,
    /// There are no more lines.
    End,
}

/// Reads the next line, of at most `longest` bytes. Bytes that are not UTF-8 become U+FFFD.
///
/// # Errors
/// If the stream cannot be read.
///
/// ```
/// use ugi::{InputLine, next_line};
/// let mut input: &[u8] = b"isready\na line that is too long\n";
/// assert_eq!(next_line(&mut input, 8).unwrap(), InputLine::Line("isready".into()));
/// assert_eq!(next_line(&mut input, 8).unwrap(), InputLine::TooLong);
/// assert_eq!(next_line(&mut input, 8).unwrap(), InputLine::End);
/// ```
pub fn next_line(input: &mut impl BufRead, longest: usize) -> io::Result<InputLine> {
    let mut line = Vec::new();
    let mut length = 0;
    loop {
        let bytes = match input.fill_buf() {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if bytes.is_empty() {
            return Ok(if length == 0 { InputLine::End } else { finish(&line, length, longest) });
        }
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(bytes.len());
        length += taken;
        if length <= longest {
            line.extend_from_slice(&bytes[..taken]);
        }
        input.consume(taken + usize::from(end.is_some()));
        if end.is_some() {
            return Ok(finish(&line, length, longest));
        }
    }
}

fn finish(line: &[u8], length: usize, longest: usize) -> InputLine {
    if length > longest {
        return InputLine::TooLong;
    }
    InputLine::Line(String::from_utf8_lossy(line).trim_end_matches('\r').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<InputLine> {
        let mut lines = Vec::new();
        while lines.last() != Some(&InputLine::End) {
            lines.push(next_line(&mut input, LONGEST_LINE).expect("memory can be read"));
        }
        lines
    }

    #[test]
    fn lines_end_in_every_way() {
        let line = |text: &str| InputLine::Line(text.to_owned());
        assert_eq!(all(b""), [InputLine::End]);
        assert_eq!(all(b"\n"), [line(""), InputLine::End]);
        assert_eq!(all(b"ugi\r\nquit"), [line("ugi"), line("quit"), InputLine::End]);
        assert_eq!(all(b"\xff\n"), [line("\u{fffd}"), InputLine::End]);
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        let mut bytes = vec![b'x'; 10_000_000];
        bytes.extend(b"\nquit\n");
        assert_eq!(
            all(&bytes),
            [InputLine::TooLong, InputLine::Line("quit".to_owned()), InputLine::End]
        );
    }
}

//! Scripts and style sheets without what only people read: comments on lines of their own, indentation, empty lines.
//!
//! Lines stay lines, so that nothing has to be parsed. Text in quotes that goes over several lines would lose its
//! indentation; there is none.

/// The text without comments that begin a line, and without white space around lines.
pub(super) fn minified(text: &str) -> String {
    let mut short = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines() {
        let code = code_of(line.trim(), &mut in_comment);
        if !code.is_empty() {
            short.push_str(code);
            short.push('\n');
        }
    }
    short
}

/// What a line has besides a comment that it begins with, or that goes on from lines before.
fn code_of<'a>(line: &'a str, in_comment: &mut bool) -> &'a str {
    if line.starts_with("//") && !*in_comment {
        return "";
    }
    if !*in_comment && !line.starts_with("/*") {
        return line;
    }
    let end = line.split_once("*/");
    *in_comment = end.is_none();
    end.map_or("", |(_, code)| code.trim_start())
}

#[cfg(test)]
mod tests {
    use super::minified;

    #[test]
    fn comments_and_indentation_go_and_code_stays() {
        let text = "/* one */\n.a {\n  b: c;\n}\n\n/* two\n   lines */ d {}\n// e\n  f(); // g\n";
        assert_eq!(minified(text), ".a {\nb: c;\n}\nd {}\nf(); // g\n");
    }

    #[test]
    fn what_looks_like_a_comment_within_a_line_stays() {
        let text = "get(\"*/*\", \"http://x\");\n";
        assert_eq!(minified(text), text);
    }
}

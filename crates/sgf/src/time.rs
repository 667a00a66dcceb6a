//! Time controls: `TM` and `OT` of SGF, and our one word for both.
//!
//! `TM` is the time for the whole game in seconds. `OT` is free text; what is written here is what
//! most programs write: `3 fischer`, `5x30 byo-yomi`.

/// The values of `TM` and `OT` for a time control such as `300+3`, `600+5x30`, `3d` or `none`.
pub(crate) fn to_sgf(control: &str) -> Option<(Option<String>, Option<String>)> {
    if let Some(days) = control.strip_suffix('d').filter(|days| is_number(days)) {
        return Some((None, Some(format!("{days} days per move"))));
    }
    let (main, more) = control.split_once('+')?;
    let overtime = match more.split_once('x') {
        Some((periods, seconds)) if is_number(periods) && is_number(seconds) => {
            format!("{periods}x{seconds} byo-yomi")
        }
        None if is_number(more) => format!("{more} fischer"),
        _ => return None,
    };
    is_number(main).then(|| (Some(main.to_owned()), Some(overtime)))
}

/// Our time control for these values, if it is one of ours.
pub(crate) fn from_sgf(time: Option<&str>, overtime: Option<&str>) -> Option<String> {
    let overtime = overtime?.trim().to_ascii_lowercase();
    if let Some(days) = overtime.strip_suffix(" days per move") {
        return (time.is_none() && is_number(days)).then(|| format!("{days}d"));
    }
    let main = time.map(str::trim).filter(|main| is_number(main))?;
    let (more, kind) = overtime.split_once(' ')?;
    let known = match (kind, more.split_once('x')) {
        ("fischer", None) => is_number(more),
        ("byo-yomi", Some((periods, seconds))) => is_number(periods) && is_number(seconds),
        _ => false,
    };
    known.then(|| format!("{main}+{more}"))
}

fn is_number(text: &str) -> bool {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    !text.is_empty() && digits && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_time_controls_come_back() {
        for control in ["300+3", "600+5x30", "3d", "0.5+0"] {
            let (time, overtime) = to_sgf(control).unwrap();
            assert_eq!(from_sgf(time.as_deref(), overtime.as_deref()).as_deref(), Some(control));
        }
        for other in ["none", "", "x+3", "300", "300+", "+3", "1+2x", "."] {
            assert_eq!(to_sgf(other), None, "{other}");
        }
        assert_eq!(from_sgf(Some("300"), Some("15/300 Canadian")), None);
        assert_eq!(from_sgf(Some("1e3"), Some("3 fischer")), None);
    }
}

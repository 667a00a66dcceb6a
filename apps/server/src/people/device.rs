//! What the owner of a session knows its browser by: a short label from the header `User-Agent`.

use axum::http::HeaderMap;
use axum::http::header::USER_AGENT;

/// Browsers by a word of their own, the most particular first: most name several.
const BROWSERS: [(&str, &str); 8] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Systems by a word of their own, the most particular first.
const SYSTEMS: [(&str, &str); 8] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
];

/// The label of other programs: the first word of what they call themselves, at most so long.
const LONGEST: usize = 24;

/// The label of whatever sends these headers, such as `Firefox, Linux`; nothing if it does not say.
pub fn device(headers: &HeaderMap) -> Option<String> {
    let agent = headers.get(USER_AGENT)?.to_str().ok()?;
    let find = |list: &[(&str, &'static str)]| {
        list.iter().find(|(word, _)| agent.contains(word)).map(|(_, name)| *name)
    };
    match (find(&BROWSERS), find(&SYSTEMS)) {
        (Some(browser), Some(system)) => Some(format!("{browser}, {system}")),
        (Some(one), None) | (None, Some(one)) => Some(one.to_owned()),
        (None, None) => plain(agent),
    }
}

/// The program's name alone: letters and digits, without version or comment.
fn plain(agent: &str) -> Option<String> {
    let letters = agent.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c));
    let name: String = letters.take(LONGEST).collect();
    (!name.is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn label(agent: &str) -> Option<String> {
        device(&HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_str(agent).unwrap())]))
    }

    #[test]
    fn browsers_are_known_by_name_and_system() {
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        assert_eq!(label(firefox).as_deref(), Some("Firefox, Linux"));
        let edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
            Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0";
        assert_eq!(label(edge).as_deref(), Some("Edge, Windows"));
        let phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 \
            (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
        assert_eq!(label(phone).as_deref(), Some("Safari, iPhone"));
    }

    #[test]
    fn other_programs_are_called_what_they_call_themselves_in_plain_letters() {
        assert_eq!(label("curl/8.9.1").as_deref(), Some("curl"));
        assert_eq!(label(&"x".repeat(4_000)).map(|text| text.len()), Some(LONGEST));
        assert_eq!(label("<script>"), None);
        assert_eq!(device(&HeaderMap::new()), None);
    }
}

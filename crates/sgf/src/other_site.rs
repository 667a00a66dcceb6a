//! Links to games on other sites that hold a number and no moves.

/// What to do with a link to a game of Little Golem or `PlayHex`, if a text is one.
///
/// The moves are not in the link and nothing is fetched from other sites, so the answer is the
/// address of the record, whose text can be read.
pub fn other_site(text: &str) -> Option<String> {
    let text = text.trim();
    if text.contains(char::is_whitespace) {
        return None;
    }
    let host = text.split_once("://").map_or(text, |(_, rest)| rest);
    let (host, path) = host.split_once('/').unwrap_or((host, ""));
    match host.strip_prefix("www.").unwrap_or(host) {
        "littlegolem.net" | "littlegolem.com" => Some(little_golem(path)),
        "playhex.org" => Some(play_hex(path)),
        _ => None,
    }
}

fn little_golem(path: &str) -> String {
    let number = path.split(['?', '&', '/']).find_map(|part| {
        let number = part.strip_prefix("gid=").unwrap_or(part);
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        digits.then_some(number).filter(|number| number.len() < 20)
    });
    match number {
        Some(number) => format!(
            "A Little Golem link holds no moves. Open \
             https://littlegolem.net/servlet/sgf/{number}/game{number}.hsgf and paste its text here"
        ),
        None => {
            "A Little Golem link holds no moves. Download the game there and paste the text of \
                 the file here"
                .to_owned()
        }
    }
}

fn play_hex(path: &str) -> String {
    let id = path.strip_prefix("games/").unwrap_or_default();
    let id = id.split(['?', '#', '/']).next().unwrap_or_default();
    let plain = id.len() == 36 && id.bytes().all(|b| b.is_ascii_hexdigit() || b == b'-');
    let place =
        if plain { format!("https://playhex.org/games/{id}") } else { "the game".to_owned() };
    format!(
        "A PlayHex link holds no moves. Open {place}, download it as SGF or open it on HexWorld, and \
         paste the text of the file or the HexWorld link here"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_answered_with_the_place_of_the_record() {
        for link in [
            "https://littlegolem.net/jsp/game/game.jsp?gid=1512976&nmove=27",
            "http://www.littlegolem.net/jsp/game/game.jsp?nmove=27&gid=1512976",
            "littlegolem.net/servlet/sgf/1512976/game.hsgf",
        ] {
            let what = other_site(link).unwrap();
            if link.contains("nmove=27&gid") || link.contains("gid=1512976&") {
                assert!(what.contains("/servlet/sgf/1512976/game1512976.hsgf"), "{what}");
            }
        }
        let id = "0d1f8e8c-3000-49ff-831a-84c20e514528";
        let what = other_site(&format!("https://playhex.org/games/{id}")).unwrap();
        assert!(what.contains(&format!("https://playhex.org/games/{id},")), "{what}");
        assert!(other_site("https://playhex.org/lobby").is_some());
        for other in ["", "hello", "https://hexworld.org/board/#5,a1", "(;SO[littlegolem.net])"] {
            assert_eq!(other_site(other), None, "{other}");
        }
    }
}

//! The bodies of requests, as `docs/openapi.json` describes them.

use super::json::{list, object, object_of};

/// Signing up, with an invitation code where one is needed.
pub(crate) fn sign_up(name: &str, password: &str, invitation: &str) -> String {
    let invitation = Some(("invitation", invitation)).filter(|(_, code)| !code.is_empty());
    let fields = [("name", name), ("password", password)].into_iter().chain(invitation);
    object(&fields.collect::<Vec<_>>())
}

/// Signing in.
pub(crate) fn credentials(name: &str, password: &str) -> String {
    object(&[("name", name), ("password", password)])
}

/// A new password by a recovery code.
pub(crate) fn recovery(name: &str, code: &str, password: &str) -> String {
    object(&[("name", name), ("code", code), ("password", password)])
}

/// Another password.
pub(crate) fn new_password(old: &str, new: &str) -> String {
    object(&[("old", old), ("new", new)])
}

/// The password, where it is asked for again.
pub(crate) fn password(password: &str) -> String {
    object(&[("password", password)])
}

/// A new bot.
pub(crate) fn bot(name: &str) -> String {
    object(&[("name", name)])
}

/// A new token.
pub(crate) fn token(label: &str, scopes: &[&str]) -> String {
    object_of(&[("label", super::json::quote(label)), ("scopes", list(scopes))])
}

/// Settings: name and text of each.
pub(crate) fn settings(values: &[(&str, &str)]) -> String {
    object_of(&[("values", object(values))])
}

/// A report of a player, with or without a game.
pub(crate) fn report(person: &str, reason: &str, text: &str, game: Option<&str>) -> String {
    let mut fields = vec![("person", person), ("reason", reason), ("text", text)];
    fields.extend(game.map(|game| ("game", game)));
    object(&fields)
}

/// A mute or a ban; permanent without a length.
pub(crate) fn sanction(seconds: Option<u32>, reason: &str) -> String {
    let mut fields = vec![("reason", super::json::quote(reason))];
    fields.extend(seconds.map(|seconds| ("seconds", seconds.to_string())));
    object_of(&fields)
}

/// The end of a game by a moderator.
pub(crate) fn reason(reason: &str) -> String {
    object(&[("reason", reason)])
}

/// What a moderator notes on closing a report.
pub(crate) fn note(note: &str) -> String {
    object(&[("note", note)])
}

#[cfg(test)]
mod tests {
    use super::super::schema_value::assert_takes;
    use super::*;

    #[test]
    fn bodies_are_those_of_the_description() {
        assert_takes("post /api/sign-in", &credentials("Ann", "a \"quoted\" phrase"));
        assert_takes("post /api/sign-up", &sign_up("Ann", "secret", ""));
        assert_takes("post /api/sign-up", &sign_up("Ann", "secret", "aaaa-bbbb"));
        assert_takes("post /api/recover", &recovery("Ann", "code", "secret"));
        assert_takes("post /api/password", &new_password("old", "new"));
        assert_takes("delete /api/account", &password("secret"));
        assert_takes("post /api/account/recovery-codes", &password("secret"));
        assert_takes("post /api/bots", &bot("Robot"));
        assert_takes("put /api/account/settings", &settings(&[("light", "night")]));
        assert_takes("post /api/reports", &report("Ann", "chat", "a \"word\"", Some("g4meId12")));
        assert_takes("post /api/reports", &report("Ann", "name", "", None));
        for sanctioned in ["mute", "ban"] {
            let path = format!("put /api/moderation/people/{{name}}/{sanctioned}");
            assert_takes(&path, &sanction(Some(3_600), "spam"));
            assert_takes(&path, &sanction(None, ""));
        }
        assert_takes("post /api/moderation/games/{id}/abort", &reason("a test"));
        assert_takes("post /api/moderation/reports/{id}/close", &note("done"));
        assert_takes("post /api/tokens", &token("mine", &["read", "play"]));
    }
}

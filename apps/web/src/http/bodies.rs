//! The bodies of requests, as `docs/openapi.json` describes them.

use super::json::{list, object, object_of};

/// Signing in and up.
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

#[cfg(test)]
mod tests {
    use super::super::schema_value::assert_takes;
    use super::*;

    #[test]
    fn bodies_are_those_of_the_description() {
        assert_takes("post /api/sign-in", &credentials("Ann", "a \"quoted\" phrase"));
        assert_takes("post /api/sign-up", &credentials("Ann", "secret"));
        assert_takes("post /api/recover", &recovery("Ann", "code", "secret"));
        assert_takes("post /api/password", &new_password("old", "new"));
        assert_takes("delete /api/account", &password("secret"));
        assert_takes("post /api/account/recovery-codes", &password("secret"));
        assert_takes("post /api/bots", &bot("Robot"));
        assert_takes("put /api/account/settings", &settings(&[("light", "night")]));
        assert_takes("post /api/tokens", &token("mine", &["read", "play"]));
    }
}

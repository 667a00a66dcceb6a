//! Passwords that are guessed first: the most common ones, runs and repetitions, and the name.

use super::SHORTEST;

/// The most common passwords of eight characters and more in published leaks, in small letters, without
/// what is often put after them.
const COMMON: &str = "\
password passw0rd p@ssword p@ssw0rd pa55word passwort passwords mypassword password1 newpassword \
12345678 123456789 1234567890 123123123 123321123 11223344 112233445566 123454321 1qaz2wsx 1q2w3e4r \
1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 qwerty12345 qwert123 \
asdfghjk asdfghjkl asdf1234 zxcvbnm1 zxcvbnm123 1234qwer qwer1234 abcd1234 abc12345 abcdefgh a1b2c3d4 \
aa123456 a1234567 a12345678 123456aa iloveyou iloveyou1 loveyou1 princess sunshine football baseball \
basketball superman spiderman starwars startrek pokemon1 computer internet samantha jennifer jessica1 \
michelle michael1 jonathan alexander alexandra christopher elizabeth victoria danielle nicholas \
benjamin veronica patricia charlotte margaret liverpool manchester barcelona realmadrid arsenal1 \
chelsea1 dragonball corvette mercedes porsche1 ferrari1 mustang1 harley-davidson maverick marlboro \
midnight moonlight whatever trustno1 letmein1 letmein123 welcome1 welcome12 welcome123 admin123 \
admin1234 administrator changeme changeme1 default1 secret123 topsecret master123 monkey123 dragon123 \
shadow123 freedom1 blink182 metallica nintendo playstation qazwsxedc zaq12wsx !qaz2wsx zaq1zaq1 \
passpass testtest test1234 testing1 guest123 user1234 login123 access14 ncc1701d rush2112 8675309 \
babygirl babyboy1 lovelove sweetheart butterfly chocolate strawberry cheesecake buttercup elephant \
dolphins snoopy123 scooby12 garfield tinkerbell hellokitty jordan23 michaeljordan redskins steelers \
yankees1 lakers24 cowboys1 patriots packers1 godzilla gandalf1 swordfish excalibur knight123 warcraft \
starcraft minecraft fortnite1 counterstrike hogwarts harrypotter voldemort gryffindor matrix123 \
sixfold1 sixfold12 sixfold123 hexchess eclipse1 chess123 chessmaster checkmate";

/// Whether a password for this name would be among the first guesses.
pub(super) fn is_weak(password: &str, name: &str) -> bool {
    let password = password.to_lowercase();
    is_common(&password) || is_monotonous(&password) || is_mostly(&password, &name.to_lowercase())
}

/// A common one, also with digits and marks after it.
fn is_common(password: &str) -> bool {
    let stem = password.trim_end_matches(|c: char| !c.is_alphabetic());
    COMMON.split_ascii_whitespace().any(|common| common == password || common == stem)
}

/// At most two different characters, or each the one after or before the last.
fn is_monotonous(password: &str) -> bool {
    let letters: Vec<char> = password.chars().collect();
    let mut different = letters.clone();
    different.sort_unstable();
    different.dedup();
    let steps = |by: i64| {
        letters
            .windows(2)
            .all(|two| i64::from(u32::from(two[1])) - i64::from(u32::from(two[0])) == by)
    };
    different.len() <= 2 || steps(1) || steps(-1)
}

/// Without the name less is left than a password must have.
fn is_mostly(password: &str, name: &str) -> bool {
    !name.is_empty()
        && password.contains(name)
        && password.replace(name, "").chars().count() < SHORTEST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_guessed_first_is_weak() {
        for weak in [
            "password",
            "PassWord",
            "Password1!",
            "password123",
            "12345678",
            "87654321",
            "abcdefgh",
            "aaaaaaaa",
            "abababab",
            "qwertyuiop",
            "iloveyou2",
            "annabelle",
            "Annabelle",
            "Annabelle1",
            "1annabelle",
            "xXannabelleXx",
        ] {
            assert!(is_weak(weak, "Annabelle"), "{weak}");
        }
    }

    #[test]
    fn ordinary_ones_are_not() {
        for good in [
            "correct horse",
            "battery staple",
            "annabelle rides a horse",
            "tr0ub4dor&3",
            "gT9x2Lq8",
        ] {
            assert!(!is_weak(good, "Annabelle"), "{good}");
        }
        assert!(!is_weak("robotics forever", "bo"), "short names are in many words");
    }

    #[test]
    fn the_list_holds_what_could_be_chosen() {
        let short = COMMON.split_ascii_whitespace().filter(|word| word.len() < SHORTEST - 1);
        assert_eq!(short.count(), 0);
        assert!(COMMON.split_ascii_whitespace().all(|word| word == word.to_lowercase()));
    }
}

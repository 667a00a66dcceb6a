//! Names for guests that people can read and say: `Amber-Comet-42`.

use crate::random;

/// At most five letters each, so that every name fits.
const COLOURS: [&str; 24] = [
    "Amber", "Azure", "Beige", "Black", "Blue", "Brown", "Coral", "Cyan", "Ebony", "Gold", "Green",
    "Grey", "Ivory", "Jade", "Lilac", "Lime", "Mint", "Olive", "Pearl", "Pink", "Red", "Ruby",
    "Teal", "White",
];

/// At most seven letters each.
const THINGS: [&str; 24] = [
    "Bishop", "Bridge", "Castle", "Chain", "Comet", "Corner", "Dragon", "Horse", "Knight",
    "Ladder", "Lantern", "Meteor", "Moon", "Nebula", "Orbit", "Planet", "Quasar", "Queen", "Rook",
    "Rover", "Star", "Stone", "Sun", "Tower",
];

/// A name by chance. The more `attempts` found their name taken, the longer its number.
pub(crate) fn guest_name(attempts: u32) -> String {
    let most = match attempts {
        0..4 => 99,
        4..8 => 9_999,
        _ => 999_999,
    };
    let word = |words: &[&'static str; 24]| words[random::between((0, 23)) as usize];
    format!("{}-{}-{}", word(&COLOURS), word(&THINGS), random::between((2, most)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::people::name;

    #[test]
    fn every_name_could_be_chosen_by_a_person() {
        for colour in COLOURS {
            for thing in THINGS {
                let longest = format!("{colour}-{thing}-999999");
                assert_eq!(name::check(&longest), Ok(()), "{longest}");
            }
        }
    }

    #[test]
    fn many_tries_have_many_names() {
        let names: std::collections::BTreeSet<_> = (0..1_000).map(|_| guest_name(8)).collect();
        assert!(names.len() > 990);
    }
}

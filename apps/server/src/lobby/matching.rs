//! Matchmaking by a rating window that widens with waiting time (quick pairing).
//!
//! Players who press the same button are paired at once if ratings are within [`NEAR`], a guest with an account
//! too: the game is rated only if both may. The pools widen: ratings by [`WIDER_EACH_SECOND`] for the one who
//! has waited longer; when both have waited [`SAME_SPEED_AFTER`] seconds, other times of the same speed fit,
//! after [`NEXT_SPEED_AFTER`] those of the next speed. The times of the one who has waited longer are played.

use clock::{Control, Speed};
use protocol::{SeatWish, Terms};

/// How far apart ratings may be at once, and how much more each second.
const NEAR: u64 = 150;
const WIDER_EACH_SECOND: u64 = 15;

/// After how many seconds of both times may differ within a speed, and by one speed.
const SAME_SPEED_AFTER: u64 = 5;
const NEXT_SPEED_AFTER: u64 = 15;

/// How far two wishes are apart; the nearest are paired first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Distance {
    time: TimeDistance,
    /// One may play for rating and the other not.
    mixed: bool,
    rating: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum TimeDistance {
    Same,
    SameSpeed,
    NextSpeed,
    Far,
}

impl Distance {
    pub(super) fn between(a: &Terms, b: &Terms, rating: u64) -> Self {
        Self { time: times(a.time, b.time), mixed: a.rated != b.rated, rating }
    }

    /// Whether it is near enough, when one has waited so many seconds and the other, who came later, so many.
    pub(super) fn is_near(self, longer: u64, shorter: u64) -> bool {
        let time = match self.time {
            TimeDistance::Same => true,
            TimeDistance::SameSpeed => shorter >= SAME_SPEED_AFTER,
            TimeDistance::NextSpeed => shorter >= NEXT_SPEED_AFTER,
            TimeDistance::Far => false,
        };
        time && self.rating <= NEAR + WIDER_EACH_SECOND * longer
    }
}

/// Games that last for days are only paired with others of the same time.
fn times(a: Control, b: Control) -> TimeDistance {
    let (one, other) = (a.speed(), b.speed());
    if a == b {
        TimeDistance::Same
    } else if one == Speed::Correspondence || other == Speed::Correspondence {
        TimeDistance::Far
    } else {
        match (one as u8).abs_diff(other as u8) {
            0 => TimeDistance::SameSpeed,
            1 => TimeDistance::NextSpeed,
            _ => TimeDistance::Far,
        }
    }
}

/// Whether two ask for the same game, and for seats that go together.
pub(super) fn is_same_game(a: &Terms, b: &Terms) -> bool {
    let seats = matches!(
        (a.seat, b.seat),
        (SeatWish::Any, _)
            | (_, SeatWish::Any)
            | (SeatWish::First, SeatWish::Second)
            | (SeatWish::Second, SeatWish::First)
    );
    seats && (&a.game, &a.options) == (&b.game, &b.options)
}

/// What two are paired to: the times of `first`, for rating only if both want that.
pub(super) fn agreed(first: &Terms, second: &Terms) -> Terms {
    let seat = match (first.seat, second.seat) {
        (SeatWish::Any, SeatWish::First) => SeatWish::Second,
        (SeatWish::Any, SeatWish::Second) => SeatWish::First,
        (seat, _) => seat,
    };
    Terms { seat, rated: first.rated && second.rated, ..first.clone() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wish(time: &str, rated: bool) -> Terms {
        let (game, options) = ("hex".to_owned(), String::new());
        Terms { game, options, time: time.parse().unwrap(), rated, seat: SeatWish::Any }
    }

    fn distance(a: &str, b: &str, rating: u64) -> Distance {
        Distance::between(&wish(a, true), &wish(b, true), rating)
    }

    #[test]
    fn pools_widen_with_time() {
        assert!(distance("300+3", "300+3", 150).is_near(0, 0));
        assert!(!distance("300+3", "300+3", 151).is_near(0, 0), "ratings too far apart");
        assert!(distance("300+3", "300+3", 400).is_near(17, 0));
        let blitz = distance("180+2", "300+3", 0);
        assert!(!blitz.is_near(60, 4) && blitz.is_near(60, 5), "another blitz");
        let rapid = distance("300+3", "600+5", 0);
        assert!(!rapid.is_near(60, 14) && rapid.is_near(60, 15), "blitz and rapid");
        assert!(!distance("60+1", "1800+10", 0).is_near(999, 999), "bullet and classical");
        assert!(!distance("1800+10", "1d", 0).is_near(999, 999), "a sitting and days");
        assert!(!distance("1d", "3d", 0).is_near(999, 999));
    }

    #[test]
    fn the_nearest_are_paired_first() {
        let near = |other: &Terms| Distance::between(&wish("300+3", true), other, 0);
        assert!(near(&wish("300+3", true)) < near(&wish("300+3", false)));
        assert!(near(&wish("300+3", false)) < near(&wish("180+2", true)));
    }

    #[test]
    fn a_game_is_rated_only_if_both_may() {
        let account = Terms { seat: SeatWish::Any, ..wish("300+3", true) };
        let guest = Terms { seat: SeatWish::First, ..wish("180+2", false) };
        assert!(is_same_game(&account, &guest));
        let terms = agreed(&account, &guest);
        assert_eq!((terms.rated, terms.seat), (false, SeatWish::Second));
        assert_eq!(terms.time, "300+3".parse().unwrap(), "of the one who has waited longer");
        assert!(agreed(&account, &account).rated);
    }
}

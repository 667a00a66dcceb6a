//! Clocks of every kind, by the millisecond.

use clock::{Clock, Control, Deadline, Due, Flag, Lag, Moment, Span, Speed};
use game::Side::{self, First, Second};
use proptest::prelude::*;

fn clock(control: &str) -> Clock {
    let mut clock = Clock::new(control.parse().unwrap());
    clock.turn_to(First, Moment(0));
    clock
}

/// A clock at 10 s after both have made their free first moves.
fn under_way(control: &str) -> Clock {
    let mut clock = clock(control);
    clock.press(First, Second, Moment(5_000), Span::ZERO).unwrap();
    clock.press(Second, First, Moment(10_000), Span::ZERO).unwrap();
    clock
}

#[test]
fn controls_are_read_and_written() {
    for text in ["none", "300+3", "0+1", "60+0", "600+5x30", "0+1x10", "3d", "90s", "30d"] {
        let control: Control = text.parse().unwrap();
        assert_eq!(control.to_string(), text);
        assert_eq!(serde_json::to_string(&control).unwrap(), format!("\"{text}\""));
    }
    for text in ["", "0+0", "+", "3", "-1+2", "31d", "0s", "600+0x30", "600+5x0", "1+2+3", "1e3+1"]
    {
        assert!(text.parse::<Control>().is_err(), "{text}");
    }
    assert!("9".repeat(10_000_000).parse::<Control>().unwrap_err().to_string().len() < 150);
}

#[test]
fn speeds_follow_from_the_time_for_forty_moves() {
    let of = |text: &str| text.parse::<Control>().unwrap().speed();
    assert_eq!(of("60+0"), Speed::Bullet);
    assert_eq!(of("180+2"), Speed::Blitz);
    assert_eq!(of("600+5"), Speed::Rapid);
    assert_eq!(of("1800+20"), Speed::Classical);
    assert_eq!(of("600+5x30"), Speed::Rapid);
    assert_eq!(of("2d"), Speed::Correspondence);
    assert_eq!(of("none"), Speed::Correspondence);
    assert!(Speed::ALL.iter().all(|speed| speed.text().parse() == Ok(*speed)));
}

#[test]
fn first_moves_are_free_but_must_come() {
    let mut clock = clock("60+1");
    assert_eq!(clock.deadline(), Some(Deadline { at: Moment(60_000), due: Due::NoShow(First) }));
    clock.press(First, Second, Moment(50_000), Span::ZERO).unwrap();
    assert_eq!(clock.left(First, Moment(50_000)), Span::seconds(60));
    assert_eq!(clock.deadline(), Some(Deadline { at: Moment(110_000), due: Due::NoShow(Second) }));
    assert_eq!(clock.reading(Moment(50_000)).unwrap().running, None);
}

#[test]
fn fischer_takes_what_was_used_and_adds() {
    let mut clock = under_way("60+2");
    assert_eq!(clock.left(First, Moment(17_300)), Span(52_700));
    clock.press(First, Second, Moment(17_300), Span::ZERO).unwrap();
    assert_eq!(clock.left(First, Moment(17_300)), Span(54_700));
    let reading = clock.reading(Moment(18_300)).unwrap();
    assert_eq!(
        (reading.first, reading.second, reading.running),
        (Span(54_700), Span(59_000), Some(1))
    );
}

#[test]
fn a_flag_falls_at_the_very_millisecond() {
    let mut clock = under_way("60+2");
    let mut late = clock;
    assert_eq!(clock.press(First, Second, Moment(69_999), Span::ZERO), Ok(Span::ZERO));
    assert_eq!(late.press(First, Second, Moment(70_000), Span::ZERO), Err(Flag(First)));
    assert_eq!(late, under_way("60+2"), "a refusal changes nothing");
}

#[test]
fn the_deadline_waits_for_a_move_that_may_be_on_its_way() {
    let mut clock = under_way("60+2");
    let deadline = clock.deadline().unwrap();
    assert_eq!(deadline.due, Due::Flag(First));
    assert_eq!(deadline.at, Moment(70_000) + Lag::MOST);
    let just_before = Moment(deadline.at.0 - 1);
    assert_eq!(clock.press(First, Second, just_before, Span::seconds(9)), Ok(Lag::MOST));
}

#[test]
fn periods_are_lost_only_when_used_up() {
    let mut clock = under_way("10+3x5");
    clock.press(First, Second, Moment(24_999), Span::ZERO).unwrap();
    assert_eq!(
        clock.reading(Moment(24_999)).unwrap().periods,
        Some((3, 3)),
        "4.999 s into the first"
    );
    clock.press(Second, First, Moment(25_000), Span::ZERO).unwrap();
    clock.press(First, Second, Moment(35_000), Span::ZERO).unwrap();
    assert_eq!(clock.reading(Moment(35_000)).unwrap().periods, Some((1, 3)), "two whole periods");
    clock.press(Second, First, Moment(35_000), Span::ZERO).unwrap();
    assert_eq!(clock.press(First, Second, Moment(40_000), Span::ZERO), Err(Flag(First)));
}

#[test]
fn every_move_gets_its_days() {
    let mut clock = clock("2d");
    let day = 86_400_000;
    assert_eq!(clock.deadline().unwrap().at, Moment(2 * day));
    clock.press(First, Second, Moment(day), Span::ZERO).unwrap();
    clock.press(Second, First, Moment(2 * day), Span::ZERO).unwrap();
    clock.press(First, Second, Moment(3 * day), Span::ZERO).unwrap();
    assert_eq!(clock.left(First, Moment(3 * day)), Span::days(2));
    assert_eq!(clock.deadline().unwrap().at, Moment(5 * day) + Lag::MOST);
}

#[test]
fn without_a_clock_nothing_is_ever_due() {
    let mut clock = clock("none");
    clock.press(First, Second, Moment(u64::MAX), Span::seconds(1)).unwrap();
    assert_eq!((clock.deadline(), clock.reading(Moment(0)), clock.running()), (None, None, None));
}

#[test]
fn delay_is_given_back_within_a_quota() {
    let mut lag = Lag::default();
    assert_eq!(lag.give(Span(700), Span(5_000)), Span(700));
    assert_eq!(lag.give(Span(700), Span(5_000)), Span(400), "300 left and 100 more");
    assert_eq!(lag.give(Span(700), Span(5_000)), Span(100));
    assert_eq!(lag.give(Span(700), Span(30)), Span(30), "never more than was spent");
}

#[test]
fn absence_is_not_charged_and_both_get_more() {
    let mut clock = under_way("60+0");
    clock.allow(Span::seconds(15), Moment(20_000), Moment(50_000));
    assert_eq!(clock.left(First, Moment(50_000)), Span::seconds(60 - 10 + 15));
    assert_eq!(clock.left(Second, Moment(50_000)), Span::seconds(75));
    assert_eq!(clock.deadline().unwrap().at, Moment(115_000) + Lag::MOST);
}

#[test]
fn what_passed_unused_can_be_given_back_later() {
    let (mut at_once, mut later) = (under_way("60+0"), under_way("60+0"));
    at_once.allow(Span::seconds(15), Moment(20_000), Moment(50_000));
    later.give_back(Span::seconds(15), Span::seconds(30));
    assert_eq!(later, at_once);
}

#[test]
fn a_stopped_clock_keeps_what_was_left() {
    let mut clock = under_way("60+0");
    clock.stop(Moment(30_000));
    assert_eq!(clock.left(First, Moment(99_000)), Span::seconds(40));
    assert_eq!(clock.deadline(), None);
}

/// One thing that happens, after so many milliseconds.
fn deeds() -> impl Strategy<Value = Vec<(u64, u64)>> {
    prop::collection::vec((0..20_000_u64, 0..3_000_u64), 0..60)
}

proptest! {
    /// Time is neither made nor lost: what is left, what was spent and what was given add up.
    #[test]
    fn fischer_keeps_books(deeds in deeds()) {
        let mut clock = under_way("120+3");
        let mut now = Moment(10_000);
        let mut side = First;
        let mut left = [120_000_i64; 2];
        for (wait, delay) in deeds {
            now = now + Span(wait);
            let Ok(given) = clock.press(side, side.other(), now, Span(delay)) else {
                prop_assert!(left[side.index()] <= wait as i64);
                break;
            };
            prop_assert!(given <= Lag::MOST && given.0 <= wait);
            left[side.index()] += 3_000 + given.0 as i64 - wait as i64;
            prop_assert_eq!(clock.left(side, now).0 as i64, left[side.index()]);
            side = side.other();
        }
    }

    /// A move before the deadline less the quota is never late; a move at it is.
    #[test]
    fn deadlines_agree_with_presses(main in 1..100_u64, periods in 1..5_u8, wait in 0..200_000_u64) {
        let mut clock = under_way(&format!("{main}+{periods}x7"));
        let deadline = clock.deadline().unwrap();
        let now = Moment(10_000 + wait);
        let pressed = clock.press(First, Second, now, Span::ZERO);
        prop_assert_eq!(pressed.is_ok(), now + Lag::MOST < deadline.at);
        prop_assert_eq!(Side::First.other(), Second);
    }
}

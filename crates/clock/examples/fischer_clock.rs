//! Runs a Fischer clock through a few moves; the time is an argument, so nothing waits.
//!
//! `cargo run -p clock --example fischer_clock`

use clock::{Clock, Control, Moment, Span};
use game::Side::{First, Second};

fn main() {
    let control: Control = "60+2".parse().expect("a minute, and two seconds for each move");
    let mut clock = Clock::new(control);
    clock.turn_to(First, Moment(0));
    println!("{control} is {:?}; the first move of each side is free", control.speed());
    let moves = [(First, Second, 5), (Second, First, 9), (First, Second, 29), (Second, First, 40)];
    for (side, next, second) in moves {
        let now = Moment(0) + Span::seconds(second);
        clock.press(side, next, now, Span::ZERO).expect("in time");
        let (first, second) = (clock.left(First, now), clock.left(Second, now));
        println!("{:>3} s: {side:?} moves; left {} ms and {} ms", now.0 / 1000, first.0, second.0);
    }
    println!("then: {:?}", clock.deadline().expect("a flag will fall"));
    let late = Moment(0) + Span::seconds(3_600);
    println!("an hour later: {:?}", clock.press(First, Second, late, Span::ZERO));
}

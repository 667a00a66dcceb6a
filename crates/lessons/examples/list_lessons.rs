//! Lists the lessons of every game, and reads the first of them.
//!
//! `cargo run -p lessons --example list_lessons`

use catalog::GameName;
use lessons::lessons;

fn main() {
    for game in GameName::ALL {
        println!("{game}");
        for lesson in lessons(game) {
            println!("  {:<24} rules {}", lesson.title, lesson.rules.join(", "));
        }
    }
    let first = lessons(GameName::Hex).remove(0);
    println!("\n{}\n{}\n{}", first.title, first.text.join("\n"), first.position);
    println!("Task: {}", first.task);
    for mv in ["a1", "b2", "c3"] {
        let answer = if first.accepts(first.position, 0, mv) { first.done } else { first.hint };
        println!("  {mv}: {answer}");
    }
}

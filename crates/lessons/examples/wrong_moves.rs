//! Lists the wrong moves of every lesson on play and what is answered to them.
use catalog::{GameName, with_game};
use game::Position;
use lessons::{Goal, Response, lessons};
fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for game in GameName::ALL {
        for lesson in lessons(game) {
            if matches!(lesson.goal, Goal::Listed(_))
                || !wanted.iter().any(|w| w == game.text() || w == lesson.id)
            {
                continue;
            }
            with_game!(game, P => {
                let position: P = lesson.position.parse().unwrap();
                println!("=== {game} {} {:?}\n{position:#}", lesson.id, lesson.goal);
                for mv in position.moves().iter().map(ToString::to_string) {
                    if lesson.accepts(lesson.position, 0, &mv) {
                        println!("  RIGHT {mv}");
                    } else if let Response::Wrong { reason, reply } = lesson.respond(lesson.position, 0, &mv) {
                        println!("  {mv}: {reply:?} {reason}");
                    }
                }
            });
        }
    }
}

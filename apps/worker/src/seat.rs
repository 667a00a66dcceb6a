//! The worker's seat: it hears what is asked, and keeps whoever thinks from move to move.

use crate::mind::{Mind, mind, read};
use crate::sight::look;
use bots::{Level, run_bench};
use catalog::games::hexchess;
use catalog::{GameName, with_game};
use game::{Dice, Record};
use words::{Ask, Finding, Judged, Mark, Question, Tell};

/// Who sits there: another game or strength is another player.
type Who = (GameName, Level, u8, u64);

/// The worker's state between two questions.
#[derive(Default)]
pub struct Seat {
    sitting: Option<(Who, Box<dyn Mind>)>,
}

impl Seat {
    /// Answers what is asked; `say` hears everything there is to tell, the last word last.
    pub fn answer(&mut self, ask: Ask, say: &mut dyn FnMut(Tell)) {
        match ask {
            Ask::Ping(number) => say(Tell::Pong(number)),
            Ask::Bench { id, game } => say(bench(id, &game)),
            Ask::Think(question) => {
                let id = question.id;
                let last = match self.think(&question, say) {
                    Ok(finding) => Tell::Best { id, finding },
                    Err(why) => Tell::Refused { id, why },
                };
                say(last);
            }
            Ask::Review(question) => {
                let id = question.id;
                let last = match self.review(&question, say) {
                    Ok(judged) => Tell::Reviewed { id, judged },
                    Err(why) => Tell::Refused { id, why },
                };
                say(last);
            }
            Ask::Look { id, game, record } => say(match seen(&game, &record) {
                Ok(marks) => Tell::Seen { id, marks },
                Err(why) => Tell::Refused { id, why },
            }),
            Ask::LineUp { id, game, record, seed } => say(match line_up(&game, &record, seed) {
                Ok(mv) => Tell::LineUp { id, mv },
                Err(why) => Tell::Refused { id, why },
            }),
        }
    }

    fn think(&mut self, question: &Question, say: &mut dyn FnMut(Tell)) -> Result<Finding, String> {
        let id = question.id;
        let mind = self.asked(question)?;
        if question.level == Level::FULL.number() {
            let marks = seen(&question.game, &question.record)?;
            if !marks.is_empty() {
                say(Tell::Seen { id, marks });
            }
        }
        mind.think(question, &mut |finding| say(Tell::Thought { id, finding }))
    }

    fn review(
        &mut self,
        question: &Question,
        say: &mut dyn FnMut(Tell),
    ) -> Result<Vec<Judged>, String> {
        let id = question.id;
        let mind = self.asked(question)?;
        mind.review(question, &mut |done, of| say(Tell::Reviewing { id, done, of }))
    }

    /// The player that a question wants.
    fn asked(&mut self, question: &Question) -> Result<&mut dyn Mind, String> {
        let game = named(&question.game)?;
        let level = Level::new(question.level)
            .ok_or_else(|| format!("levels go from 1 to 8, not {}", question.level))?;
        Ok(self.seated((game, level, question.lines, question.seed)))
    }

    /// Whoever sits there already, or somebody new.
    fn seated(&mut self, who: Who) -> &mut dyn Mind {
        if self.sitting.as_ref().is_none_or(|(sitting, _)| *sitting != who) {
            // The old one's memory goes before the new one's comes.
            self.sitting = None;
        }
        let (game, level, lines, seed) = who;
        let make = || with_game!(game, P => mind::<P>(level, lines, seed));
        self.sitting.get_or_insert_with(|| (who, make())).1.as_mut()
    }
}

fn named(game: &str) -> Result<GameName, String> {
    game.parse().map_err(|error: game::ParseError| error.what)
}

fn seen(game: &str, record: &str) -> Result<Vec<Mark>, String> {
    with_game!(named(game)?, P => look::<P>(record))
}

fn bench(id: u32, game: &str) -> Tell {
    match named(game) {
        Err(why) => Tell::Refused { id, why },
        Ok(game) => {
            let done = with_game!(game, P => run_bench::<P>());
            Tell::Benched { id, nodes: done.nodes, fold: done.fold, speed: done.nodes_per_second() }
        }
    }
}

/// Everything that is left to place, such that a fair game begins (HC-2.6).
fn line_up(game: &str, record: &str, seed: u64) -> Result<String, String> {
    if named(game)? != GameName::HexChess {
        return Err(format!("{game} has no setup"));
    }
    let record: Record<hexchess::Position> = read(record)?;
    let drawn = record.position().place_all_fair(&mut Dice::new(seed));
    drawn.map(|mv| mv.to_string()).ok_or_else(|| "the setup is over".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position;
    use words::{Bounds, MarkKind, Score, Verdict};

    fn question(game: &str, record: &str, level: u8) -> Question {
        let bounds = Bounds { nodes: Some(300), depth: Some(3), time_ms: None };
        let (game, record) = (game.to_owned(), record.to_owned());
        Question { id: 5, game, record, level, lines: 2, seed: 1, bounds }
    }

    fn answers(seat: &mut Seat, ask: Ask) -> Vec<Tell> {
        let mut told = Vec::new();
        seat.answer(ask, &mut |tell| told.push(tell));
        told
    }

    fn last(seat: &mut Seat, question: Question) -> Result<Finding, String> {
        match answers(seat, Ask::Think(question)).pop() {
            Some(Tell::Best { id: 5, finding }) => Ok(finding),
            Some(Tell::Refused { id: 5, why }) => Err(why),
            other => panic!("the last word is {other:?}"),
        }
    }

    fn opened<P: Position>() -> Record<P> {
        Record::new(P::Options::default())
    }

    fn start(game: GameName) -> String {
        with_game!(game, P => opened::<P>().to_string())
    }

    #[test]
    fn every_game_at_every_strength_gets_a_legal_move() {
        let mut seat = Seat::default();
        for game in GameName::ALL {
            for level in [1, 4, 8] {
                let found = last(&mut seat, question(game.text(), &start(game), level)).unwrap();
                let best = found.best().unwrap().clone();
                assert!(!best.human.is_empty());
                with_game!(game, P => {
                    let mut record = opened::<P>();
                    record.play_text(&best.mv).unwrap_or_else(|e| panic!("{game}, level {level}: {e}"));
                });
            }
        }
    }

    #[test]
    fn a_win_at_hand_is_taken_and_said_to_be_proven() {
        let near = "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 *";
        for level in [1, 8] {
            let found = last(&mut Seat::default(), question("hex", near, level)).unwrap();
            assert!(["a3", "b3"].contains(&found.best().unwrap().mv.as_str()), "{found:?}");
            assert_eq!(found.lines[0].score, Score::WinIn(1), "level {level}");
        }
    }

    #[test]
    fn the_same_player_stays_for_the_next_move() {
        let mut seat = Seat::default();
        last(&mut seat, question("hex", &start(GameName::Hex), 8)).unwrap();
        let first = seat.sitting.as_ref().map(|(_, mind)| std::ptr::from_ref(&**mind).addr());
        last(&mut seat, question("hex", "[Game \"hex\"]\n\n1. f6 e7 *", 8)).unwrap();
        let second = seat.sitting.as_ref().map(|(_, mind)| std::ptr::from_ref(&**mind).addr());
        assert_eq!(first, second);
        last(&mut seat, question("eclipse", &start(GameName::Eclipse), 1)).unwrap();
        assert_eq!(seat.sitting.unwrap().0.0, GameName::Eclipse);
    }

    #[test]
    fn what_cannot_be_answered_is_refused_in_one_line() {
        let start = start(GameName::Hex);
        let over = "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 3. b3 1-0";
        let long = "x".repeat(1_000_000);
        let cases = [
            (question("draughts", &start, 1), "no game is called"),
            (question("hex", &start, 0), "levels go from 1 to 8"),
            (question("hex", "[Game \"hex\"]\n\n1. zz9 *", 1), "line 3"),
            (question("hex", "[Game \"hex\"]\n\n1. a1 a1 *", 1), "line 3"),
            (question("hex", over, 8), "over"),
            (question("hex", &long, 8), "line 1"),
        ];
        for (question, wanted) in cases {
            let why = last(&mut Seat::default(), question).unwrap_err();
            assert!(why.contains(wanted) && why.len() < 300, "{why}");
        }
        let bench = Ask::Bench { id: 2, game: "go".into() };
        assert!(matches!(&answers(&mut Seat::default(), bench)[..], [Tell::Refused { id: 2, .. }]));
    }

    #[test]
    fn what_is_joined_is_seen_without_thinking_and_before_it() {
        let bridge = "[Game \"hex\"]\n[Options \"size=7 swap=off\"]\n\n1. d3 a1 2. c5 a2 *";
        let look = |game: &str, record: &str| {
            let (game, record) = (game.to_owned(), record.to_owned());
            answers(&mut Seat::default(), Ask::Look { id: 8, game, record })
        };
        let told = look("hex", bridge);
        let [Tell::Seen { id: 8, marks }] = &told[..] else { panic!("{told:?}") };
        let joined = |mark: &Mark| mark.kind == MarkKind::Link && mark.ends == ["c5", "d3"];
        assert!(marks.iter().any(|mark| joined(mark) && mark.side == Some(0)), "{marks:?}");
        let thought = answers(&mut Seat::default(), Ask::Think(question("hex", bridge, 8)));
        assert_eq!(thought[0], Tell::Seen { id: 5, marks: marks.clone() });
        assert_eq!(
            look("eclipse", &start(GameName::Eclipse)),
            [Tell::Seen { id: 8, marks: Vec::new() }]
        );
        assert!(matches!(&look("hex", "nonsense")[..], [Tell::Refused { id: 8, .. }]));
    }

    #[test]
    fn a_ping_comes_back() {
        assert_eq!(answers(&mut Seat::default(), Ask::Ping(6)), [Tell::Pong(6)]);
    }

    #[test]
    fn the_course_has_the_signature_it_has_elsewhere() {
        let native = run_bench::<catalog::games::eclipse::Position>();
        let told = answers(&mut Seat::default(), Ask::Bench { id: 1, game: "eclipse".into() });
        let [Tell::Benched { id: 1, nodes, fold, .. }] = told[..] else { panic!("{told:?}") };
        assert_eq!((nodes, fold), (native.nodes, native.fold));
    }

    #[test]
    fn a_review_names_the_move_that_gave_the_game_away() {
        // Blue should have answered in the middle.
        let missed =
            "[Game \"hex\"]\n[Options \"size=3 swap=off\"]\n\n1. b1 a1 2. b2 a2 3. c1 b3 *";
        let bounds = Bounds { nodes: Some(50_000), ..Bounds::default() };
        let question = Question { bounds, ..question("hex", missed, 8) };
        let told = answers(&mut Seat::default(), Ask::Review(question));
        let Some(Tell::Reviewed { id: 5, judged }) = told.last() else { panic!("{told:?}") };
        assert_eq!(judged.len(), 6);
        assert_eq!(judged[1].verdict, Verdict::Blunder, "{judged:?}");
        assert_eq!(judged[1].best.moves[0].mv, "b2");
        assert!(judged[1].best.score.is_proven());
        let steps = told.iter().filter(|tell| matches!(tell, Tell::Reviewing { of: 7, .. }));
        assert_eq!(steps.count(), 7);
    }

    #[test]
    fn a_line_up_is_a_legal_move_and_another_game_has_none() {
        let ask = |game: &str, record: &str| {
            let (game, record) = (game.to_owned(), record.to_owned());
            answers(&mut Seat::default(), Ask::LineUp { id: 4, game, record, seed: 7 })
        };
        let told = ask("hexchess", &start(GameName::HexChess));
        let [Tell::LineUp { id: 4, mv }] = &told[..] else { panic!("{told:?}") };
        opened::<hexchess::Position>().play_text(mv).unwrap();
        assert!(matches!(&ask("hex", &start(GameName::Hex))[..], [Tell::Refused { id: 4, .. }]));
        assert!(matches!(&ask("hexchess", "nonsense")[..], [Tell::Refused { .. }]));
    }

    #[test]
    fn scores_are_the_scores_of_the_search() {
        let scores = [
            search::Score::Estimate(-3),
            search::Score::Chance(613),
            search::Score::Draw,
            search::Score::WinIn(5),
            search::Score::LossIn(4),
        ];
        for known in scores {
            let told = crate::mind::score(known);
            assert_eq!(told.to_string(), known.to_string());
            assert_eq!(told.is_proven(), known.is_proven());
            assert_eq!(crate::mind::score(known.negated()), told.negated());
        }
    }
}

//! Texts for online games: terms, results, ratings.

use ::live::Game;
use catalog::{AnyRecord, GameName};
use clock::{Control, Span};
use game::{Ending, Side};
use protocol::{EndReason, Player, Terms};
use scene::Scene;

/// A time control as players say it: `5 + 3`, `10 min + 5 × 30 s`, `3 days a move`.
pub(super) fn pace(control: Control) -> String {
    match control {
        Control::None => "no clock".to_owned(),
        Control::Fischer { start, increment } => {
            format!("{} + {}", minutes(start), increment.0 / 1_000)
        }
        Control::ByoYomi { main, periods, period } => {
            format!("{} min + {periods} × {} s", minutes(main), period.0 / 1_000)
        }
        Control::PerMove(each) if each.0.is_multiple_of(Span::days(1).0) => {
            let days = each.0 / Span::days(1).0;
            if days == 1 { "a day a move".to_owned() } else { format!("{days} days a move") }
        }
        Control::PerMove(each) => format!("{} s a move", each.0 / 1_000),
    }
}

fn minutes(span: Span) -> String {
    let seconds = span.0 / 1_000;
    match (seconds / 60, seconds % 60) {
        (minutes, 0) => minutes.to_string(),
        (0, 30) => "½".to_owned(),
        (minutes, 30) => format!("{minutes}½"),
        (minutes, rest) => format!("{minutes}:{rest:02}"),
    }
}

/// The game's title and its options.
pub(super) fn title(terms: &Terms) -> String {
    let game = terms.game.parse::<GameName>();
    game.map_or_else(|_| "A game".to_owned(), |game| game.caption(&terms.options))
}

/// What is peculiar to the board: `9 × 9, no swap`; nothing if it goes without saying.
pub(super) fn board(terms: &Terms) -> String {
    let game = terms.game.parse::<GameName>();
    game.map_or_else(|_| String::new(), |game| game.board_caption(&terms.options))
}

/// Such as “rated · 5 + 3”.
pub(super) fn terms(terms: &Terms) -> String {
    let rated = if terms.rated { "rated" } else { "casual" };
    format!("{rated} · {}", pace(terms.time))
}

/// A rating, with a question mark while it is uncertain.
pub(super) fn rating(player: &Player) -> Option<String> {
    let mark = if player.provisional { "?" } else { "" };
    player.rating.map(|rating| format!("{rating}{mark}"))
}

/// The end in two parts: who won, and why.
pub(super) fn result_text(game: &Game, scene: &Scene) -> Option<(String, String)> {
    let result = game.result?;
    let winner = result.winner.map(Side::from);
    let name = |side: Side| match game.you {
        Some(you) if you == side => "You".to_owned(),
        _ => game.players[side].person.name.to_string(),
    };
    let who = match (winner, result.why) {
        (_, EndReason::Aborted) => "Aborted".to_owned(),
        (None, _) => "Draw".to_owned(),
        (Some(side), _) if game.you == Some(side) => "You win".to_owned(),
        (Some(side), _) => format!("{} wins", name(side)),
    };
    let loser = winner.map_or_else(String::new, |side| name(side.other()));
    let why = match result.why {
        EndReason::Rules => format!("{}.", scene.caption),
        EndReason::Repetition => "Threefold repetition.".to_owned(),
        EndReason::QuietLimit => "Too many moves without progress.".to_owned(),
        EndReason::Resignation => format!("{loser} resigned."),
        EndReason::Time => format!("{loser} ran out of time."),
        EndReason::Agreement => "By agreement.".to_owned(),
        EndReason::Left if winner.is_some() => format!("{loser} left."),
        EndReason::Left => "The opponent left.".to_owned(),
        EndReason::Aborted => "The game does not count.".to_owned(),
    };
    Some((who, why))
}

/// The mood of an end, for its colour.
pub(super) fn outcome_class(game: &Game) -> &'static str {
    let winner = game.result.and_then(|result| result.winner).map(Side::from);
    match (winner, game.you) {
        (Some(side), Some(you)) if side == you => "won",
        (Some(_), Some(_)) => "lost",
        _ => "drawn",
    }
}

/// The whole game, to be taken elsewhere.
pub(super) fn table(game: &Game) -> Option<AnyRecord> {
    let mut table = AnyRecord::begin(game.name, &game.terms.options).ok()?;
    for mv in game.notation() {
        table.play(mv).ok()?;
    }
    let result = game.result?;
    let ending = match (result.why, result.winner) {
        (EndReason::Resignation | EndReason::Left, Some(seat)) => {
            Some(Ending::Resignation(Side::from(seat).other()))
        }
        (EndReason::Time, Some(seat)) => Some(Ending::Time(Side::from(seat).other())),
        (EndReason::Agreement | EndReason::Left, None) => Some(Ending::Agreement),
        _ => None,
    };
    if let Some(ending) = ending {
        // A game that is over on the board needs no other end.
        let _ = table.end(ending);
    }
    Some(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_said_as_players_say_them() {
        let said = |text: &str| pace(text.parse().unwrap());
        assert_eq!(said("300+3"), "5 + 3");
        assert_eq!(said("30+0"), "½ + 0");
        assert_eq!(said("90+1"), "1½ + 1");
        assert_eq!(said("600+5x30"), "10 min + 5 × 30 s");
        assert_eq!(said("1d"), "a day a move");
        assert_eq!(said("3d"), "3 days a move");
        assert_eq!(said("90s"), "90 s a move");
        assert_eq!(said("none"), "no clock");
    }

    #[test]
    fn only_unusual_boards_are_mentioned() {
        let terms = |game: &str, options: &str| Terms {
            game: game.into(),
            options: options.into(),
            time: Control::None,
            rated: false,
            seat: protocol::SeatWish::Any,
        };
        assert_eq!(title(&terms("hex", "size=9 swap=off")), "Hex 9 × 9, no swap");
        assert_eq!(title(&terms("hex", "size=11 swap=on")), "Hex 11 × 11");
        assert_eq!(title(&terms("eclipse", "standard")), "Eclipse");
        assert_eq!(title(&terms("eclipse", "tabletop")), "Eclipse tabletop");
        assert_eq!(title(&terms("hexchess", "")), "Hex Chess");
    }
}

//! Finished games in a list: who, what, how it ended, and what can be done with it.

use super::dates::day;
use super::person::person;
use crate::games::PlayMode;
use crate::http::{FromJson, Json};
use catalog::GameName;
use game::Side;
use leptos::prelude::*;
use leptos_router::components::A;
use scene::FileFormat;

/// A player of a game.
#[derive(Clone)]
pub(crate) struct Seat {
    name: String,
    rating: Option<f64>,
    provisional: bool,
    bot: bool,
}

impl FromJson for Seat {
    fn read(json: &Json) -> Option<Self> {
        Some(Self {
            name: json.text("name")?,
            rating: json.number("rating"),
            provisional: json.flag("provisional"),
            bot: json.flag("bot"),
        })
    }
}

/// A finished game.
#[derive(Clone)]
pub(crate) struct FinishedGame {
    id: String,
    game: GameName,
    options: String,
    time: String,
    rated: bool,
    first: Seat,
    second: Seat,
    ended: f64,
    winner: Option<Side>,
    why: String,
}

impl FromJson for FinishedGame {
    fn read(json: &Json) -> Option<Self> {
        let winner = json.text("winner");
        Some(Self {
            id: json.text("id")?,
            game: json.text("game")?.parse().ok()?,
            options: json.text("options")?,
            time: json.text("time")?,
            rated: json.flag("rated"),
            first: Seat::read(&json.field("first"))?,
            second: Seat::read(&json.field("second"))?,
            ended: json.number("ended").or_else(|| json.number("created"))?,
            winner: winner.map(|seat| if seat == "first" { Side::First } else { Side::Second }),
            why: json.text("why").unwrap_or_default(),
        })
    }
}

/// A page of games.
#[derive(Clone)]
pub(crate) struct GamePage {
    pub(crate) games: Vec<FinishedGame>,
    pub(crate) more: bool,
}

impl FromJson for GamePage {
    fn read(json: &Json) -> Option<Self> {
        Some(Self { games: Vec::read(&json.field("games"))?, more: json.flag("more") })
    }
}

/// The address at which a finished game is analysed.
fn analysis(game: GameName, id: &str) -> String {
    format!("{}?game={id}", PlayMode::Analyse.address(game))
}

/// Games, latest first; `of` is the player whose wins and losses are marked.
pub(crate) fn list(games: Vec<FinishedGame>, of: Option<&str>) -> impl IntoView + use<> {
    let rows = games.into_iter().map(|played| row(played, of)).collect_view();
    view! { <ul class="played">{rows}</ul> }
}

fn row(played: FinishedGame, of: Option<&str>) -> impl IntoView + use<> {
    let won = |side: Side| played.winner == Some(side);
    let label = format!(
        "Analyse {} against {}, {}",
        played.first.name,
        played.second.name,
        played.game.title()
    );
    let about = [
        played.game.caption(&played.options),
        pace(&played.time),
        if played.rated { "rated" } else { "casual" }.to_owned(),
    ];
    let ending = ending(&played);
    view! {
        <li class=format!("game-{} {}", played.game, outcome_class(&played, of))>
            <div class="players">
                <span class="mark" aria-hidden="true">{score(played.winner)}</span>
                {seat(&played.first, won(Side::First))}
                <span class="quiet">"against"</span>
                {seat(&played.second, won(Side::Second))}
            </div>
            <p class="quiet">
                {ending} " · " {about.join(" · ")} " · " {day(played.ended)}
            </p>
            <div class="actions">
                <A href=analysis(played.game, &played.id) attr:class="button small" attr:aria-label=label>
                    "Analyse"
                </A>
                {exports(&played)}
            </div>
        </li>
    }
}

fn seat(seat: &Seat, won: bool) -> impl IntoView + use<> {
    let rating = seat.rating.map(|rating| {
        let mark = if seat.provisional { "?" } else { "" };
        view! { <span class="rating">{format!("{rating}{mark}")}</span> }
    });
    view! {
        <span class="seat" class:won=won>
            {person(&seat.name)}
            {seat.bot.then(|| view! { <span class="badge">"bot"</span> })}
            {rating}
        </span>
    }
}

/// The ways out, each a file.
fn exports(played: &FinishedGame) -> impl IntoView + use<> {
    let mut kinds = vec![("text", "Text", "txt"), ("pgn", "PGN", "pgn")];
    if played.game.description().has_format(FileFormat::Sgf) {
        kinds.push(("sgf", "SGF", "sgf"));
    }
    let (id, game) = (played.id.clone(), played.game);
    let link = move |&(format, title, ending): &(&str, &'static str, &str)| {
        let (href, file) =
            (format!("/api/games/{id}/export?format={format}"), format!("{game}-{id}.{ending}"));
        view! {
            <a class="button small" href=href download=file rel="external">{title}</a>
        }
    };
    view! {
        <details class="export">
            <summary>"Export"</summary>
            <div class="actions">{kinds.iter().map(link).collect_view()}</div>
        </details>
    }
}

const fn score(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::First) => "1–0",
        Some(Side::Second) => "0–1",
        None => "½–½",
    }
}

/// The result for a player: `won`, `lost` or `drawn`.
fn outcome_class(played: &FinishedGame, of: Option<&str>) -> &'static str {
    let Some(of) = of else { return "" };
    let side = match of {
        of if played.first.name == of => Side::First,
        of if played.second.name == of => Side::Second,
        _ => return "",
    };
    match played.winner {
        None => "drawn",
        Some(winner) if winner == side => "won",
        Some(_) => "lost",
    }
}

/// How it ended, in words.
fn ending(played: &FinishedGame) -> String {
    let who = match played.winner {
        Some(Side::First) => format!("{} won", played.first.name),
        Some(Side::Second) => format!("{} won", played.second.name),
        None => "Drawn".to_owned(),
    };
    let how = match played.why.as_str() {
        "resignation" => " by resignation",
        "time" => " on time",
        "agreement" => " by agreement",
        "repetition" => " by repetition",
        "quiet_limit" => " without progress",
        "left" => "; the other left",
        _ => "",
    };
    format!("{who}{how}")
}

/// A time control as people say it: `300+3` is 5 min + 3 s.
pub(crate) fn pace(time: &str) -> String {
    let spoken = || {
        if time == "none" {
            return Some("no clock".to_owned());
        }
        if let Some(days) = time.strip_suffix('d') {
            let days: u32 = days.parse().ok()?;
            return Some(format!("{days} {} a move", if days == 1 { "day" } else { "days" }));
        }
        if let Some(seconds) = time.strip_suffix('s') {
            let seconds: u32 = seconds.parse().ok()?;
            return Some(format!("{seconds} s a move"));
        }
        let (stock, more) = time.split_once('+')?;
        let stock = span(stock.parse().ok()?);
        Some(match more.split_once('x') {
            Some((periods, each)) => format!("{stock} + {periods} × {each} s"),
            None if more == "0" => stock,
            None => format!("{stock} + {more} s"),
        })
    };
    spoken().unwrap_or_else(|| time.to_owned())
}

fn span(seconds: u32) -> String {
    if seconds.is_multiple_of(60) && seconds > 0 {
        format!("{} min", seconds / 60)
    } else {
        format!("{seconds} s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn times_are_said_as_people_say_them() {
        for (time, said) in [
            ("300+3", "5 min + 3 s"),
            ("60+0", "1 min"),
            ("45+1", "45 s + 1 s"),
            ("600+5x30", "10 min + 5 × 30 s"),
            ("3d", "3 days a move"),
            ("1d", "1 day a move"),
            ("90s", "90 s a move"),
            ("none", "no clock"),
            ("who knows", "who knows"),
        ] {
            assert_eq!(pace(time), said);
        }
    }

    #[test]
    fn a_game_is_won_by_one_and_lost_by_the_other() {
        let seat = |name: &str| Seat {
            name: name.to_owned(),
            rating: None,
            provisional: false,
            bot: false,
        };
        let played = FinishedGame {
            id: String::new(),
            game: GameName::Hex,
            options: String::new(),
            time: String::new(),
            rated: true,
            first: seat("Ann"),
            second: seat("Bo"),
            ended: 0.0,
            winner: Some(Side::Second),
            why: "time".to_owned(),
        };
        assert_eq!(ending(&played), "Bo won on time");
        assert_eq!(score(played.winner), "0–1");
        let fates = ["Ann", "Bo", "Cy"].map(|who| outcome_class(&played, Some(who)));
        assert_eq!(fates, ["lost", "won", ""]);
    }

    #[test]
    fn pages_of_games_are_read() {
        assert_reads::<GamePage>(&["get /api/games"]);
    }
}

//! Games that are not over, those of this browser and those online: links back to them.

use crate::account::CurrentUser;
use crate::browser;
use crate::games::PlayMode;
use crate::http::{Fetched, FromJson, Json};
use catalog::{AnyRecord, GameName};
use leptos::prelude::*;
use leptos_router::components::A;

/// A game to return to.
#[derive(Clone, PartialEq, Debug)]
struct Unfinished {
    game: GameName,
    address: String,
    text: String,
}

/// A game online, and whether it is our turn.
#[derive(Clone)]
struct UnfinishedOnline {
    link: Unfinished,
    is_our_turn: bool,
}

impl FromJson for UnfinishedOnline {
    fn read(json: &Json) -> Option<Self> {
        let game: GameName = json.text("game")?.parse().ok()?;
        let other = if json.text("seat")? == "first" { "second" } else { "first" };
        let (name, is_our_turn) = (json.field(other).text("name")?, json.flag("your_turn"));
        let whose = if is_our_turn { "your turn" } else { "their turn" };
        let text = format!("{} against {name}, {whose}", game.title());
        let address = format!("/game/{}", json.text("id")?);
        Some(Self { link: Unfinished { game, address, text }, is_our_turn })
    }
}

/// Where one left off; nothing where there is nothing to return to.
#[component]
pub(super) fn Resume() -> impl IntoView {
    let local = in_this_browser();
    let me = CurrentUser::here();
    // Without a user there is no session, and so no game.
    let address = move || me.get().map(|_| "/api/account/playing".to_owned());
    let online: Fetched<Vec<UnfinishedOnline>> = Fetched::new(address);
    move || {
        let online = me.get().and_then(|_| online.get()).unwrap_or_default();
        let all: Vec<_> = ours_first(online).into_iter().chain(local.clone()).collect();
        (!all.is_empty()).then(|| section(all))
    }
}

fn section(games: Vec<Unfinished>) -> impl IntoView {
    let link = |Unfinished { game, address, text }| {
        view! {
            <li>
                <A href=address attr:class=format!("button resume game-{game}")>
                    {text}
                </A>
            </li>
        }
    };
    view! {
        <section class="resumes" aria-labelledby="resume-title">
            <h2 id="resume-title">"Continue"</h2>
            <ul>{games.into_iter().map(link).collect_view()}</ul>
        </section>
    }
}

/// The games online, those in which it is our turn first.
fn ours_first(mut games: Vec<UnfinishedOnline>) -> Vec<Unfinished> {
    games.sort_by_key(|game| !game.is_our_turn);
    games.into_iter().map(|game| game.link).collect()
}

/// The games that this browser stores.
fn in_this_browser() -> Vec<Unfinished> {
    let modes =
        [(PlayMode::Play, "against the computer"), (PlayMode::Friend, "with a friend here")];
    let all =
        GameName::ALL.into_iter().flat_map(|game| modes.map(|(mode, with)| (game, mode, with)));
    all.filter_map(|(game, mode, with)| {
        let plies = plies_under_way(game, &browser::read_storage(&place(mode, game))?)?;
        let text = format!("{} {with}, move {}", game.title(), plies + 1);
        Some(Unfinished { game, address: mode.address(game), text })
    })
    .collect()
}

/// Where a game of this kind is stored.
fn place(mode: PlayMode, game: GameName) -> String {
    let kind = if mode == PlayMode::Play { "play" } else { "friend" };
    format!("{kind}.{game}")
}

/// How many moves a stored game has; nothing if it has none, is over, or cannot be read.
fn plies_under_way(game: GameName, stored: &str) -> Option<usize> {
    let record = &stored[stored.find('[')?..];
    let record = AnyRecord::read(game, record).ok()?;
    let plies = record.ply();
    (plies > 0 && record.conclusion().is_none()).then_some(plies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::schema_value::assert_reads;

    #[test]
    fn games_online_are_read_and_ours_come_first() {
        assert_reads::<Vec<UnfinishedOnline>>(&["get /api/account/playing"]);
        let game = |text: &str, is_our_turn| {
            let (address, text) = ("/game/a".to_owned(), text.to_owned());
            UnfinishedOnline {
                link: Unfinished { game: GameName::Hex, address, text },
                is_our_turn,
            }
        };
        let links = ours_first(vec![game("a", false), game("b", true), game("c", true)]);
        assert_eq!(links.iter().map(|link| &link.text[..]).collect::<String>(), "bca");
    }

    #[test]
    fn only_games_under_way_are_offered() {
        let mut record = AnyRecord::begin(GameName::Hex, "size=3 swap=off").unwrap();
        let stored = |record: &AnyRecord| format!("level=3 side=1\n{record}");
        assert_eq!(plies_under_way(GameName::Hex, &stored(&record)), None);
        for (mv, left) in
            [("a1", Some(1)), ("b1", Some(2)), ("a2", Some(3)), ("b2", Some(4)), ("a3", None)]
        {
            record.play(mv).unwrap();
            assert_eq!(plies_under_way(GameName::Hex, &stored(&record)), left, "{mv}");
        }
        assert_eq!(plies_under_way(GameName::Hex, ""), None);
        assert_eq!(plies_under_way(GameName::Hex, "level=3 [nonsense"), None);
    }
}

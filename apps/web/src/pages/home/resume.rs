//! Games of this browser that are not over: links back to them.

use crate::browser;
use crate::games::PlayMode;
use catalog::{AnyRecord, GameName};
use leptos::prelude::*;
use leptos_router::components::A;

/// Where one left off; nothing where there is nothing to return to.
#[component]
pub(super) fn Resume() -> impl IntoView {
    let modes =
        [(PlayMode::Play, "against the computer"), (PlayMode::Friend, "with a friend here")];
    let all =
        GameName::ALL.into_iter().flat_map(|game| modes.map(|(mode, with)| (game, mode, with)));
    let unfinished: Vec<_> = all
        .filter_map(|(game, mode, with)| {
            let plies = plies_under_way(game, &browser::kept(&place(mode, game))?)?;
            let text = format!("{} {with}, move {}", game.title(), plies + 1);
            Some(view! {
                <li>
                    <A href=mode.address(game) attr:class=format!("button resume game-{game}")>
                        {text}
                    </A>
                </li>
            })
        })
        .collect();
    (!unfinished.is_empty()).then(|| {
        view! {
            <section class="resumes" aria-labelledby="resume-title">
                <h2 id="resume-title">"Continue"</h2>
                <ul>{unfinished}</ul>
            </section>
        }
    })
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

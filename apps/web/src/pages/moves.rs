//! The moves of a game that is played, in two columns; a touch shows the board as it stood.

use super::move_navigation::MoveNavigation;
use crate::settings::{Notation, Settings};
use game::Side;
use leptos::html::Ol;
use leptos::prelude::*;
use scene::Scene;
use scene::table::Played;

/// How many moves were made with it, and how it is written.
type Turn = Option<(usize, String)>;

/// Who moved, and how that is written, as the player has set it.
pub(crate) fn written(played: Vec<Played>) -> Vec<(Side, String)> {
    written_in(Settings::here().notation.get(), played)
}

/// Who moved, and how that is written in a notation.
pub(crate) fn written_in(notation: Notation, played: Vec<Played>) -> Vec<(Side, String)> {
    played.into_iter().map(|turn| (turn.side, text_in(notation, &turn))).collect()
}

/// How a move is written in a notation.
pub(crate) fn text_in(notation: Notation, played: &Played) -> String {
    match notation {
        Notation::Players => played.human.clone(),
        Notation::Machine => played.mv.clone(),
    }
}

#[component]
pub(crate) fn Moves(
    moves: Memo<Vec<(Side, String)>>,
    scene: Memo<Scene>,
    navigation: MoveNavigation,
) -> impl IntoView {
    let list = NodeRef::<Ol>::new();
    let colours = move || scene.with(|s| s.colours);
    // The last move is what one looks for.
    Effect::new(move || {
        moves.track();
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    });
    let step = move |turn: Turn| turn.map(|(ply, text)| navigation.button(ply, text));
    let row = move |(number, [first, second]): (usize, [Turn; 2])| {
        let first = step(first).map_or_else(|| "…".into_any(), IntoAny::into_any);
        view! {
            <li>
                <span class="number">{number}</span>
                {first}
                {step(second)}
            </li>
        }
    };
    view! {
        <div class="moves" role="group" aria-label="Moves" hidden=move || moves.with(Vec::is_empty)>
            <p class="heads" aria-hidden="true">
                <span></span>
                <span>{move || colours().first}</span>
                <span>{move || colours().second}</span>
            </p>
            <ol node_ref=list tabindex="0">
                {move || moves.with(|moves| rows(moves)).into_iter().map(row).collect_view()}
            </ol>
        </div>
    }
}

/// A number, what the first side played, what the second did.
fn rows(moves: &[(Side, String)]) -> Vec<(usize, [Turn; 2])> {
    let mut rows: Vec<(usize, [Turn; 2])> = Vec::new();
    for (ply, (side, text)) in moves.iter().enumerate() {
        let fits = *side == Side::Second && rows.last().is_some_and(|(_, row)| row[1].is_none());
        if !fits {
            rows.push((rows.len() + 1, [None, None]));
        }
        if let Some((_, row)) = rows.last_mut() {
            row[side.index()] = Some((ply + 1, text.clone()));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stand_in_pairs_and_a_side_may_move_twice() {
        let moves = [Side::First, Side::Second, Side::Second, Side::First]
            .map(|side| (side, side.index().to_string()));
        let rows = rows(&moves);
        let turn = |ply, text: &str| Some((ply, text.to_owned()));
        assert_eq!(rows[0], (1, [turn(1, "0"), turn(2, "1")]));
        assert_eq!(rows[1], (2, [None, turn(3, "1")]));
        assert_eq!(rows[2], (3, [turn(4, "0"), None]));
    }
}

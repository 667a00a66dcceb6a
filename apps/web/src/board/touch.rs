//! Effect of a click on the click path: it continues the path, starts another, or deselects.

use scene::Click;
use scene::table::{Choice, chosen, next_clicks};

/// What a touch comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum TouchResult {
    /// A choice is complete.
    Chosen(Choice),
    /// These are the clicks made now.
    Made(Vec<Click>),
}

/// Touches `click` when `made` was touched before.
pub(super) fn touch(choices: &[Choice], made: &[Click], click: Click) -> TouchResult {
    if next_clicks(choices, made).contains(&click) {
        return complete(choices, [made, &[click]].concat());
    }
    // What was touched last is let go by touching it again.
    let again = made.last() == Some(&click);
    if !again && next_clicks(choices, &[]).contains(&click) {
        return complete(choices, vec![click]);
    }
    TouchResult::Made(Vec::new())
}

fn complete(choices: &[Choice], made: Vec<Click>) -> TouchResult {
    match chosen(choices, &made) {
        Some(choice) => TouchResult::Chosen(choice.clone()),
        None => TouchResult::Made(made),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hexgrid::Cell;
    use scene::ClickPath;

    fn cell(n: usize) -> Click {
        Click::Cell(Cell::new(n))
    }

    fn choice(mv: &str, path: &[Click]) -> Choice {
        let mv = mv.to_owned();
        Choice { human: mv.clone(), mv, path: ClickPath(path.to_vec()), pins: Vec::new() }
    }

    fn choices() -> Vec<Choice> {
        vec![
            choice("1-2", &[cell(1), cell(2)]),
            choice("1-3", &[cell(1), cell(3)]),
            choice("3-2", &[cell(3), cell(2)]),
            choice("swap", &[Click::Button("Swap")]),
        ]
    }

    fn chosen_by(made: &[Click], click: Click) -> String {
        match touch(&choices(), made, click) {
            TouchResult::Chosen(choice) => choice.mv,
            TouchResult::Made(made) => format!("{} made", made.len()),
        }
    }

    #[test]
    fn two_touches_make_a_move_and_a_button_one() {
        assert_eq!(chosen_by(&[], cell(1)), "1 made");
        assert_eq!(chosen_by(&[cell(1)], cell(2)), "1-2");
        assert_eq!(chosen_by(&[], Click::Button("Swap")), "swap");
    }

    #[test]
    fn a_target_that_could_also_start_is_a_target_first() {
        assert_eq!(chosen_by(&[cell(1)], cell(3)), "1-3");
        assert_eq!(chosen_by(&[], cell(3)), "1 made");
    }

    #[test]
    fn another_start_takes_over_and_the_same_one_lets_go() {
        assert_eq!(touch(&choices(), &[cell(3)], cell(1)), TouchResult::Made(vec![cell(1)]));
        assert_eq!(touch(&choices(), &[cell(1)], cell(1)), TouchResult::Made(vec![]));
    }

    #[test]
    fn touching_nothing_lets_go() {
        assert_eq!(touch(&choices(), &[cell(1)], cell(9)), TouchResult::Made(vec![]));
        assert_eq!(touch(&[], &[], cell(1)), TouchResult::Made(vec![]));
    }
}

//! A whole game of every kind, found natively, as what has to be touched for it; and the forms in which its options
//! are chosen.

use analysis::Limits;
use bots::{Config, Level, Playable, player};
use catalog::{GameName, with_game};
use e2e::Page;
use game::{Record, SettingKind, Side, setting};
use scene::{Click, Depict, Shortcut};

/// The largest number of moves before the game counts as stuck.
const MOST: usize = 300;

/// Something to touch.
pub(crate) enum Touch {
    Cell(usize),
    Button(&'static str),
}

/// A move.
pub(crate) struct Turn {
    pub(crate) side: Side,
    pub(crate) touches: Vec<Touch>,
}

/// A game with its quick options from the start to its end by the rules.
pub(crate) fn whole_game(game: GameName) -> Vec<Turn> {
    with_game!(game, P => played::<P>(game.description().quick_options))
}

/// Chooses a value in the field of a form with this id.
pub(crate) async fn choose(page: &Page, id: &str, value: &str) {
    page.find(&format!("#{id}")).await;
    page.script(&format!(
        "const field = document.querySelector('#{id}'); field.value = '{value}'; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
    ))
    .await;
}

/// Chooses one of the buttons of this name.
pub(crate) async fn pick(page: &Page, name: &str, value: &str) {
    page.click(&format!("label:has(input[name='{name}'][value='{value}'])")).await;
}

/// Chooses in the form what makes a game short, where the game has such options.
pub(crate) async fn choose_quick_options(page: &Page, game: GameName) {
    let settings = game.settings();
    let quick = setting::read(settings, game.description().quick_options).expect("quick options");
    for (setting, value) in settings.iter().zip(quick) {
        match setting.kind {
            SettingKind::Range { .. } => choose(page, setting.name, &value.to_string()).await,
            SettingKind::Choice(_) | SettingKind::Switch { .. } => {
                pick(page, setting.name, &setting.value_title(value)).await;
            }
        }
    }
}

fn played<P: Depict + Playable>(options: &str) -> Vec<Turn> {
    let read = |text: &str| text.parse::<P::Options>().unwrap_or_else(|e| panic!("{text}: {e}"));
    let options = if options.is_empty() { P::Options::default() } else { read(options) };
    let mut record = Record::<P>::new(options);
    let mut turns = Vec::new();
    while record.conclusion().is_none() {
        assert!(turns.len() < MOST, "the stronger side does not win");
        turns.push(turn(&mut record, turns.len() as u64));
    }
    turns
}

fn turn<P: Depict + Playable>(record: &mut Record<P>, seed: u64) -> Turn {
    let position = record.position().clone();
    let side = position.side_to_move();
    let shortcut = position.shortcuts(&mut game::Dice::new(1)).into_iter().next();
    let (mv, touches) = if let Some(Shortcut { label, mv, .. }) = shortcut {
        (mv, vec![Touch::Button(label)])
    } else {
        let mv = thought(record, side, seed);
        let cells = position.clicks(mv).0.into_iter().map(|click| match click {
            Click::Cell(cell) => Touch::Cell(cell.index()),
            Click::Tray(_) | Click::Button(_) => panic!("only cells are touched"),
        });
        (mv, cells.collect())
    };
    record.play(mv).expect("a legal move");
    Turn { side, touches }
}

/// The first side is much the stronger.
fn thought<P: Depict + Playable>(record: &Record<P>, side: Side, seed: u64) -> P::Move {
    let level = Level::new(if side == Side::First { 6 } else { 1 }).expect("a level");
    let config = Config { memory_mib: 8, level, seed, ..Config::default() };
    let report = player::<P>(&config).search(record, &Limits::nodes(20_000), &mut |_| ());
    report.best().expect("a move is found")
}

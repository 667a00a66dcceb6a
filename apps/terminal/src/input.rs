//! Keys: which command of the board each one is.

use crate::board::Step;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What a key asks for while the board has the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Step(Step),
    /// Touch the cell under the cursor.
    Press,
    Cancel,
    Type,
    Help,
    Hint,
    TakeBack,
    Resign,
    Draw,
    Flip,
    Analysis,
    Review,
    Save,
    Open,
    SetUp,
    NewGame,
    Rematch,
    Decline,
    Back,
    Forward,
    First,
    Last,
    /// The move with this number in the list of named moves.
    Shortcut(usize),
    Tray {
        forward: bool,
    },
    Retry,
    Chat,
    Claim,
    Quit,
    Suspend,
    Redraw,
}

/// Keys and what they do, as the help shows them.
pub(crate) const HELP: &[(&str, &str)] = &[
    ("arrows, h j k l, y u b n", "move the cursor: left, down, up, right, and the four diagonals"),
    ("Enter, Space, click", "select a piece, or play to the cell"),
    ("Esc", "let go of the selection; close what is open"),
    (": or m", "type a move; Tab completes it"),
    ("1 … 9", "moves with a name: swap, line-ups"),
    ("Tab, Shift-Tab", "the next piece beside the board, where there are any"),
    ("i", "hint"),
    ("t", "take back"),
    ("R", "resign"),
    ("D", "offer a draw, or agree to one"),
    ("X", "decline what the opponent offers (online)"),
    ("f", "flip the board"),
    ("a", "analysis on and off"),
    ("v", "review the game: marks and accuracy"),
    (", . or PgUp PgDn, Home End", "step through the game"),
    ("s  o", "save the game to a file; open one"),
    ("e", "set up a position"),
    ("N  g", "new game; rematch with sides changed"),
    ("r", "ask an opponent that failed again; connect again"),
    ("c  C", "chat; claim the win when the opponent has left (online)"),
    ("Ctrl-L  Ctrl-Z", "draw the screen again; suspend"),
    ("q", "leave: a game that is not saved is printed"),
];

/// The command of a key, if it is one.
pub(crate) fn command(key: KeyEvent) -> Option<Command> {
    if key.modifiers.contains(KeyModifiers::CONTROL) {
        return control(key.code);
    }
    Some(match key.code {
        KeyCode::Left => Command::Step(Step::Left),
        KeyCode::Right => Command::Step(Step::Right),
        KeyCode::Up => Command::Step(Step::Up),
        KeyCode::Down => Command::Step(Step::Down),
        KeyCode::Enter => Command::Press,
        KeyCode::Esc => Command::Cancel,
        KeyCode::Tab => Command::Tray { forward: true },
        KeyCode::BackTab => Command::Tray { forward: false },
        KeyCode::PageUp => Command::Back,
        KeyCode::PageDown => Command::Forward,
        KeyCode::Home => Command::First,
        KeyCode::End => Command::Last,
        KeyCode::Char(letter) => return character(letter),
        _ => return None,
    })
}

fn control(code: KeyCode) -> Option<Command> {
    match code {
        KeyCode::Char('c' | 'd') => Some(Command::Quit),
        KeyCode::Char('l') => Some(Command::Redraw),
        KeyCode::Char('z') => Some(Command::Suspend),
        _ => None,
    }
}

fn character(letter: char) -> Option<Command> {
    Some(match letter {
        'h' => Command::Step(Step::Left),
        'l' => Command::Step(Step::Right),
        'k' => Command::Step(Step::Up),
        'j' => Command::Step(Step::Down),
        'y' => Command::Step(Step::UpLeft),
        'u' => Command::Step(Step::UpRight),
        'b' => Command::Step(Step::DownLeft),
        'n' => Command::Step(Step::DownRight),
        ' ' => Command::Press,
        ':' | 'm' | '/' => Command::Type,
        '?' => Command::Help,
        'i' => Command::Hint,
        't' => Command::TakeBack,
        'R' => Command::Resign,
        'D' => Command::Draw,
        'X' => Command::Decline,
        'f' => Command::Flip,
        'a' => Command::Analysis,
        'v' => Command::Review,
        's' => Command::Save,
        'o' => Command::Open,
        'e' => Command::SetUp,
        'N' => Command::NewGame,
        'g' => Command::Rematch,
        ',' => Command::Back,
        '.' => Command::Forward,
        'r' => Command::Retry,
        'c' => Command::Chat,
        'C' => Command::Claim,
        'q' => Command::Quit,
        '1'..='9' => Command::Shortcut(letter as usize - '1' as usize),
        _ => return None,
    })
}

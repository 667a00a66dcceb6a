//! Drawing: the state as characters on a screen, and where on the screen its parts are.

mod board_view;
mod overlays;
mod panel;

use crate::app::{App, Overlay, Stage};
use crate::board::BoardLayout;
use crate::theme::{Role, Theme};
pub(crate) use panel::named_move_at;
use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;

/// The narrowest panel beside a board.
const PANEL: i32 = 19;
/// What it gets where the smallest board leaves that much.
const USUAL_PANEL: i32 = 28;
/// The widest.
const WIDEST_PANEL: i32 = 48;
/// Title, status line and line of keys.
const LINES_AROUND: i32 = 3;
/// The line of the first row of the menu.
pub(crate) const MENU_TOP: i32 = 4;

/// The keys that matter most, for the bottom line.
const KEYS: &str =
    "arrows yubn move  Enter play  : type  i hint  t take back  a analysis  ? keys  q quit";
const ONLINE_KEYS: &str =
    "arrows yubn move  Enter play  : type  c chat  R resign  N lobby  ? keys  q quit";

/// Where the parts of a screen with a board are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Areas {
    pub(crate) title: Rect,
    pub(crate) board: Rect,
    pub(crate) panel: Option<Rect>,
    pub(crate) status: Rect,
    pub(crate) keys: Rect,
}

impl Areas {
    /// The areas for what is shown; nothing if there is no board, or no room for it.
    pub(crate) fn new(app: &App) -> Option<Self> {
        let scene = app.scene()?;
        let (width, height) = (i32::from(app.size.0), i32::from(app.size.1));
        let lines = height - LINES_AROUND;
        let smallest = BoardLayout::smallest(scene, app.flipped);
        if !smallest.fits((width, lines)) {
            return None;
        }
        let beside = width - smallest.width >= PANEL;
        let free = width - smallest.width;
        let kept = if free >= USUAL_PANEL { USUAL_PANEL } else { PANEL };
        let room = (width - if beside { kept } else { 0 }, lines);
        let layout = BoardLayout::fitting(scene, room, app.flipped);
        let panel = if beside { (width - layout.width).min(WIDEST_PANEL) } else { 0 };
        let rect = |x, y, w, h| Rect::new(x as u16, y as u16, w as u16, h as u16);
        Some(Self {
            title: rect(0, 0, width, 1),
            board: rect(0, 1, width - panel, lines),
            panel: beside.then(|| rect(width - panel, 1, panel, lines)),
            status: rect(0, height - 2, width, 1),
            keys: rect(0, height - 1, width, 1),
        })
    }

    /// Columns and lines for the board.
    pub(crate) fn board_room(&self) -> (i32, i32) {
        (i32::from(self.board.width), i32::from(self.board.height))
    }

    /// Where the left upper corner of the board is, centred.
    pub(crate) fn board_corner(&self, layout: &BoardLayout) -> (i32, i32) {
        let (width, height) = self.board_room();
        let x = i32::from(self.board.x) + (width - layout.width) / 2;
        (x, i32::from(self.board.y) + (height - layout.height) / 2)
    }
}

/// Draws the state.
pub(crate) fn view(app: &App, frame: &mut Frame<'_>) {
    let theme = Theme::of(app.scene(), app.settings.colours);
    let whole = frame.area();
    match (&app.stage, Areas::new(app)) {
        (Stage::Menu(menu), _) => overlays::menu(menu, theme, whole, frame.buffer_mut()),
        (Stage::Lobby, _) => overlays::lobby(app, theme, frame.buffer_mut()),
        (_, Some(areas)) => game(app, theme, &areas, frame.buffer_mut()),
        (_, None) => overlays::no_board(app, theme, whole, frame.buffer_mut()),
    }
    if matches!(app.stage, Stage::Menu(_) | Stage::Lobby) {
        bottom_lines(app, theme, whole, frame.buffer_mut());
    }
    if app.overlay == Some(Overlay::Help) {
        overlays::help(theme, whole, frame.buffer_mut());
    }
    if let Some(at) = prompt_cursor(app, whole) {
        frame.set_cursor_position(at);
    }
}

fn game(app: &App, theme: Theme, areas: &Areas, buffer: &mut Buffer) {
    put(buffer, areas.title, &panel::title(app), theme.style(Role::Title));
    board_view::draw(app, theme, areas, buffer);
    if let Some(area) = areas.panel {
        panel::draw(app, theme, area, buffer);
    }
    let status = panel::status(app);
    put(buffer, areas.status, &status, Style::new());
    // The cell under the cursor is shown where the status leaves room.
    let used = status.chars().count() as u16 + 1;
    let rest = areas.status.width.saturating_sub(used);
    let right = Rect { x: areas.status.x + areas.status.width - rest, width: rest, ..areas.status };
    put_right(buffer, right, &panel::under_cursor(app), theme.style(Role::Faint));
    keys_or_prompt(app, theme, areas.keys, buffer);
}

/// Status and keys of screens without a board.
fn bottom_lines(app: &App, theme: Theme, whole: Rect, buffer: &mut Buffer) {
    let line = |up: u16| Rect::new(0, whole.height.saturating_sub(up), whole.width, 1);
    if let Some(status) = &app.status {
        put(buffer, line(2), status, Style::new());
    }
    keys_or_prompt(app, theme, line(1), buffer);
}

fn keys_or_prompt(app: &App, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let keys = match &app.stage {
        Stage::Menu(_) => "arrows choose  Enter start  q quit",
        Stage::Lobby => crate::app::LOBBY_KEYS,
        Stage::SetUp(_) => crate::app::SETUP_KEYS,
        Stage::Local(_) => KEYS,
        Stage::Online(_) => ONLINE_KEYS,
    };
    match &app.overlay {
        Some(Overlay::Prompt(prompt)) => {
            let typed = format!("{}> {}", prompt.purpose.label(), prompt.text);
            let candidates = prompt.candidates();
            let shown = candidates.iter().take(12).copied().collect::<Vec<_>>().join(" ");
            put(buffer, area, &typed, theme.style(Role::Key));
            let used = typed.chars().count() as u16 + 3;
            let rest = area.width.saturating_sub(used);
            put(
                buffer,
                Rect::new(area.x + area.width - rest, area.y, rest, 1),
                &shown,
                theme.style(Role::Faint),
            );
        }
        Some(Overlay::Resign) => {
            put(buffer, area, "Resign? y: yes, any other key: no", theme.style(Role::Key));
        }
        _ => put(buffer, area, keys, theme.style(Role::Faint)),
    }
}

/// Where the cursor of the terminal is while a line is typed.
fn prompt_cursor(app: &App, whole: Rect) -> Option<Position> {
    let Some(Overlay::Prompt(prompt)) = &app.overlay else { return None };
    let column = prompt.purpose.label().chars().count() + 2 + prompt.text.chars().count();
    let column = (column as u16).min(whole.width.saturating_sub(1));
    Some(Position::new(column, whole.height.saturating_sub(1)))
}

/// Writes one line into an area, cut at its end.
fn put(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    if area.width > 0 && area.height > 0 && buffer.area.contains(Position::new(area.x, area.y)) {
        buffer.set_stringn(area.x, area.y, text, usize::from(area.width), style);
    }
}

/// Writes a short text at the right end of a line.
fn put_right(buffer: &mut Buffer, area: Rect, text: &str, style: Style) {
    let width = (text.chars().count() as u16).min(area.width);
    put(buffer, Rect::new(area.x + area.width - width, area.y, width, 1), text, style);
}

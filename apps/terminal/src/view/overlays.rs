//! Screens without a board, and what lies over one: menu, lobby, help, a terminal that is too small.

use super::panel::{connection_text, wrapped};
use super::{LINES_AROUND, MENU_TOP, put};
use crate::app::{App, Stage};
use crate::board::BoardLayout;
use crate::input::HELP;
use crate::menu::Menu;
use crate::online::{LobbyRow, OnlineState, terms_text};
use crate::theme::{Role, Theme};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Clear, Widget};

fn line(area: Rect, x: u16, y: u16) -> Rect {
    Rect::new(
        x.min(area.width),
        y.min(area.height.saturating_sub(1)),
        area.width.saturating_sub(x),
        1,
    )
}

pub(super) fn menu(menu: &Menu, theme: Theme, area: Rect, buffer: &mut Buffer) {
    put(buffer, line(area, 2, 1), "Sixfold", theme.style(Role::Title));
    put(buffer, line(area, 2, 2), "Play in this terminal", theme.style(Role::Faint));
    for (at, row) in menu.rows().into_iter().enumerate() {
        let (name, value) = menu.text(row);
        let selected = row == menu.selected();
        let sign = if selected { ">" } else { " " };
        let value = if value.is_empty() { value } else { format!("‹ {value} ›") };
        let role = if selected { Role::Selected } else { Role::Plain };
        let text = format!("{sign} {name:<15} {value}");
        put(buffer, line(area, 2, MENU_TOP as u16 + at as u16), &text, theme.style(role));
    }
}

pub(super) fn lobby(app: &App, theme: Theme, buffer: &mut Buffer) {
    let Some(online) = &app.online else { return };
    let area = buffer.area;
    let who = online.client.you().map(|you| format!(" · you are {}", you.name)).unwrap_or_default();
    put(
        buffer,
        line(area, 0, 0),
        &format!("Sixfold  Lobby of {}{who}", online.settings.url),
        theme.style(Role::Title),
    );
    let seeking: Vec<String> =
        online.client.seeking().map(|(_, terms)| terms_text(terms)).collect();
    let looking = if seeking.is_empty() {
        format!("s looks for an opponent: {}", terms_text(&online.settings.terms))
    } else {
        format!("You look for an opponent: {}", seeking.join(", "))
    };
    put(
        buffer,
        line(area, 2, 2),
        &connection_text(app).unwrap_or(looking),
        theme.style(Role::Plain),
    );
    lobby_rows(online, theme, area, buffer);
}

fn lobby_rows(online: &OnlineState, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let rows = online.rows();
    if rows.is_empty() {
        put(
            buffer,
            line(area, 2, 4),
            "Nobody looks for an opponent just now.",
            theme.style(Role::Faint),
        );
    }
    let chosen = online.row.min(rows.len().saturating_sub(1));
    let room = usize::from(area.height.saturating_sub(7)).max(1);
    let first = chosen.saturating_sub(room - 1);
    for (at, row) in rows.iter().enumerate().skip(first).take(room) {
        let sign = if at == chosen { ">" } else { " " };
        let role = if at == chosen { Role::Selected } else { Role::Plain };
        let y = 4 + (at - first) as u16;
        put(buffer, line(area, 2, y), &format!("{sign} {}", row_text(row)), theme.style(role));
    }
}

fn row_text(row: &LobbyRow) -> String {
    let rating =
        |seek: &protocol::Seek| seek.player.rating.map(|r| format!(" {r}")).unwrap_or_default();
    match row {
        LobbyRow::Playing(id) => format!("your game {id} goes on"),
        LobbyRow::Challenge(seek) => {
            format!(
                "{}{} challenges you: {}",
                seek.player.person.name,
                rating(seek),
                terms_text(&seek.terms)
            )
        }
        LobbyRow::Seek(seek) => {
            format!("{}{}  {}", seek.player.person.name, rating(seek), terms_text(&seek.terms))
        }
    }
}

pub(super) fn help(theme: Theme, area: Rect, buffer: &mut Buffer) {
    Clear.render(area, buffer);
    put(buffer, line(area, 1, 0), "Keys (any key closes this)", theme.style(Role::Title));
    let keys = HELP.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0) as u16;
    for (at, (name, what)) in HELP.iter().enumerate() {
        let y = 1 + at as u16;
        if y >= area.height {
            break;
        }
        put(buffer, line(area, 1, y), name, theme.style(Role::Key));
        put(buffer, line(area, keys + 3, y), what, theme.style(Role::Plain));
    }
}

/// There is nothing to draw yet, or no room for it.
pub(super) fn no_board(app: &App, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let text = match app.scene() {
        None => connection_text(app).unwrap_or_else(|| match &app.stage {
            Stage::Online(id) => format!("Waiting for game {id} …"),
            _ => String::new(),
        }),
        Some(scene) => {
            let board = BoardLayout::smallest(scene, app.flipped);
            let (width, height) = (board.width, board.height + LINES_AROUND);
            let (columns, lines) = app.size;
            format!(
                "This terminal has {columns} × {lines} characters; the board needs {width} × {height}. Make it larger, or q quits."
            )
        }
    };
    for (at, text) in wrapped(&text, usize::from(area.width).max(1)).into_iter().enumerate() {
        if (at as u16) < area.height {
            put(buffer, line(area, 0, at as u16), &text, theme.style(Role::Plain));
        }
    }
}

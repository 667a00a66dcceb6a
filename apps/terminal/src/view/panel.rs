//! The panel beside the board: players and clocks, named moves, analysis, the list of moves; and the texts
//! above and below the board.

use super::{Areas, put};
use crate::app::{AnalysisPane, App, Stage};
use crate::board_model::{BoardModel, ListedMove};
use crate::local_game::LocalGame;
use crate::online::terms_text;
use crate::theme::{Role, Theme};
use crate::touch::tray_letters;
use analysis::{Line, Report};
use game::Side;
use live::ConnectionState;
use protocol::Offer;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use scene::Scene;
use std::fmt::Write as _;

/// A line of the panel.
struct PanelLine {
    text: String,
    role: Role,
    /// The number of the named move that a click on it plays.
    named: Option<usize>,
}

fn plain(text: impl Into<String>) -> PanelLine {
    styled(text, Role::Plain)
}

fn styled(text: impl Into<String>, role: Role) -> PanelLine {
    PanelLine { text: text.into(), role, named: None }
}

pub(super) fn draw(app: &App, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let inner = Rect { x: area.x + 1, width: area.width.saturating_sub(1), ..area };
    for (at, line) in lines(app, inner).into_iter().enumerate().take(usize::from(area.height)) {
        put(
            buffer,
            Rect { y: inner.y + at as u16, height: 1, ..inner },
            &line.text,
            theme.style(line.role),
        );
    }
}

/// The named move on a character of the panel.
pub(crate) fn named_move_at(app: &App, (x, y): (i32, i32)) -> Option<usize> {
    let area = Areas::new(app)?.panel?;
    let line = usize::try_from(y - i32::from(area.y)).ok()?;
    let beside = x >= i32::from(area.x);
    lines(app, area).get(line).filter(|_| beside)?.named
}

fn lines(app: &App, area: Rect) -> Vec<PanelLine> {
    let width = usize::from(area.width);
    if let Stage::SetUp(set_up) = &app.stage {
        return set_up_lines(set_up);
    }
    let Some(model) = &app.model else { return Vec::new() };
    let mut lines = players(app, model, width);
    lines.extend(beside_the_board(app, model, width));
    lines.extend(named_moves(app, width));
    for remark in &model.scene.remarks {
        lines.extend(wrapped(remark, width).into_iter().map(|text| styled(text, Role::Danger)));
    }
    if let Some(pane) = &app.analysis {
        lines.extend(analysis(pane, model, width));
    }
    if let Stage::Local(game) = &app.stage {
        lines.extend(review(game, model, width));
    }
    lines.extend(chat(app, width));
    let left = usize::from(area.height).saturating_sub(lines.len());
    lines.extend(moves(model, width, left));
    lines
}

// ---- players ---------------------------------------------------------------------------------------

fn players(app: &App, model: &BoardModel, width: usize) -> Vec<PanelLine> {
    let order = if app.flipped { Side::BOTH } else { [Side::Second, Side::First] };
    let line = |side: Side| {
        let turn = if model.turn == Some(side) { "▸" } else { " " };
        let name = format!("{turn} {} {}", model.scene.colours[side], player_name(app, side));
        let clock = clock_text(app, side).unwrap_or_default();
        let room = width.saturating_sub(clock.chars().count());
        let name: String = name.chars().take(room.saturating_sub(1)).collect();
        styled(format!("{name:<room$}{clock}"), Role::Side(side))
    };
    order.map(line).into_iter().chain([plain("")]).collect()
}

fn player_name(app: &App, side: Side) -> String {
    match &app.stage {
        Stage::Local(game) => match &game.computer {
            Some(computer) if computer.side == side => computer.title.clone(),
            Some(_) => "you".to_owned(),
            None => String::new(),
        },
        Stage::Online(id) => online_name(app, id, side),
        _ => String::new(),
    }
}

fn online_name(app: &App, id: &protocol::GameId, side: Side) -> String {
    let Some(game) = app.online.as_ref().and_then(|online| online.client.game(id)) else {
        return String::new();
    };
    let player = &game.players[side];
    let you = if game.you == Some(side) { " (you)" } else { "" };
    let rating = player.rating.map(|rating| format!(" {rating}")).unwrap_or_default();
    let gone = game.presence().is_some_and(|presence| !presence.of(side).0);
    format!("{}{rating}{you}{}", player.person.name, if gone { " away" } else { "" })
}

fn clock_text(app: &App, side: Side) -> Option<String> {
    match &app.stage {
        Stage::Local(game) => game.left(side, app.now).map(clock::Span::clock_text),
        Stage::Online(id) => {
            let client = &app.online.as_ref()?.client;
            let clock = client.game(id)?.clock()?;
            let shown = clock.display(side, client.server_time(app.now));
            Some(shown.more.map_or(shown.time.clone(), |more| format!("{} {more}", shown.time)))
        }
        _ => None,
    }
}

// ---- beside the board ------------------------------------------------------------------------------

/// Captured pieces and pieces to be placed.
fn beside_the_board(app: &App, model: &BoardModel, width: usize) -> Vec<PanelLine> {
    let scene = &model.scene;
    let mut lines = Vec::new();
    for side in Side::BOTH {
        let lost = scene.captured.as_ref().map(|captured| &captured[side]);
        if let Some(lost) = lost.filter(|lost| !lost.is_empty()) {
            let signs: String =
                lost.iter().map(|glyph| scene::art::character(*glyph, side)).collect();
            lines.push(styled(format!("{} lost {signs}", scene.colours[side]), Role::Side(side)));
        }
        lines.extend(tray(scene, side, app, model, width));
    }
    lines
}

fn tray(scene: &Scene, side: Side, app: &App, model: &BoardModel, width: usize) -> Vec<PanelLine> {
    let Some(pieces) = &scene.trays[side] else {
        return vec![styled(format!("{}: hidden pieces", scene.colours[side]), Role::Side(side))];
    };
    if pieces.is_empty() {
        return Vec::new();
    }
    let own = model.turn == Some(side) && !tray_letters(&model.choices).is_empty();
    let chosen = app.touch.tray().filter(|_| own);
    let sign = |letter: char| {
        if chosen == Some(letter) { format!("<{letter}>") } else { letter.to_string() }
    };
    let letters: Vec<String> = pieces.iter().map(|piece| sign(piece.letter)).collect();
    let keys = if own { " (Tab)" } else { "" };
    let text = format!("{} may place{keys}: {}", scene.colours[side], letters.join(" "));
    wrapped(&text, width).into_iter().map(|text| styled(text, Role::Side(side))).collect()
}

fn named_moves(app: &App, width: usize) -> Vec<PanelLine> {
    let named = app.named_moves().into_iter().enumerate().take(9);
    let line = |(at, (label, _)): (usize, (String, _))| {
        let text: String = format!("{} {label}", at + 1).chars().take(width).collect();
        PanelLine { text, role: Role::Key, named: Some(at) }
    };
    named.map(line).collect()
}

// ---- analysis and review ---------------------------------------------------------------------------

fn analysis(pane: &AnalysisPane, model: &BoardModel, width: usize) -> Vec<PanelLine> {
    let heading = match &pane.report {
        None if model.turn.is_none() && model.is_present() => {
            "Analysis: the game is over".to_owned()
        }
        None => "Analysis …".to_owned(),
        Some(report) => heading(report),
    };
    let lines = pane.report.iter().flat_map(|report| &report.lines);
    let mut out = vec![styled(heading, Role::Title)];
    // The best line in full, the others cut.
    for (at, line) in lines.enumerate() {
        let wrapped = wrapped(&variation(line), width);
        let most = if at == 0 { 3 } else { 1 };
        out.extend(wrapped.into_iter().take(most).map(plain));
    }
    out.push(plain(""));
    out
}

fn heading(report: &Report) -> String {
    let nodes = match report.nodes {
        0..10_000 => report.nodes.to_string(),
        10_000..10_000_000 => format!("{}k", report.nodes / 1_000),
        more => format!("{}M", more / 1_000_000),
    };
    format!("Depth {}  {nodes} nodes", report.depth)
}

fn variation(line: &Line) -> String {
    let score = line.countdown_text().unwrap_or_else(|| line.score.to_string());
    let moves: Vec<&str> = line.moves.iter().map(|mv| mv.human.as_str()).collect();
    format!("{score:>6} {}", moves.join(" "))
}

/// Accuracy, and what was better than the move that led here.
fn review(game: &LocalGame, model: &BoardModel, width: usize) -> Vec<PanelLine> {
    let mut lines = Vec::new();
    for side in Side::BOTH {
        if let Some((accuracy, [inaccuracies, mistakes, blunders])) = game.review_summary(side) {
            let counts = format!("{inaccuracies} ?! {mistakes} ? {blunders} ??");
            let text = format!("{} {accuracy} %  {counts}", model.scene.colours[side]);
            lines.push(styled(text, Role::Side(side)));
        }
    }
    let last = model.ply.checked_sub(1);
    let judged = game.review.iter().find(|judged| Some(judged.ply) == last);
    if let Some(judged) = judged.filter(|judged| !judged.quality.mark().is_empty()) {
        let text = format!(
            "{}{} Better: {}",
            judged.mv.human,
            judged.quality.mark(),
            variation(&judged.best).trim()
        );
        lines.extend(
            wrapped(&text, width).into_iter().take(3).map(|text| styled(text, Role::Danger)),
        );
    }
    lines
}

// ---- chat and moves --------------------------------------------------------------------------------

fn chat(app: &App, width: usize) -> Vec<PanelLine> {
    let Stage::Online(id) = &app.stage else { return Vec::new() };
    let game = app.online.as_ref().and_then(|online| online.client.game(id));
    let Some(game) = game else { return Vec::new() };
    let said = game.chat.iter().rev().take(4).rev();
    let texts =
        said.flat_map(|message| wrapped(&format!("{}: {}", message.name, message.text), width));
    texts.map(|text| styled(text, Role::Faint)).collect()
}

/// The moves, a row for both sides; the rows around the position that is shown.
fn moves(model: &BoardModel, width: usize, height: usize) -> Vec<PanelLine> {
    let rows = rows(&model.moves);
    let shown = rows.iter().position(|row| row.1.iter().any(|(ply, _)| ply + 1 == model.ply));
    let first = shown.unwrap_or(0).saturating_sub(height.saturating_sub(2).max(1) - 1);
    let column = (width.saturating_sub(4) / 2).max(4);
    let line = |(number, row): &(usize, Vec<(usize, &ListedMove)>)| {
        let mut text = format!("{number:>3}.");
        if row.first().is_some_and(|(_, mv)| mv.side == Side::Second) {
            let _ = write!(text, "{:<column$}", " …");
        }
        for (ply, mv) in row {
            let here = if ply + 1 == model.ply { "›" } else { " " };
            let _ = write!(text, "{:<column$}", format!("{here}{}{}", mv.text, mv.mark));
        }
        plain(text.trim_end())
    };
    rows.iter().skip(first).take(height).map(line).collect()
}

/// Moves with their plies, in rows: a row ends with a move of the second side, or before another one of the
/// first.
fn rows(moves: &[ListedMove]) -> Vec<(usize, Vec<(usize, &ListedMove)>)> {
    let mut rows: Vec<(usize, Vec<(usize, &ListedMove)>)> = Vec::new();
    for (ply, mv) in moves.iter().enumerate() {
        let continues = mv.side == Side::Second
            && rows.last().is_some_and(|(_, row)| row.len() == 1 && row[0].1.side == Side::First);
        match rows.last_mut().filter(|_| continues) {
            Some((_, row)) => row.push((ply, mv)),
            None => rows.push((rows.len() + 1, vec![(ply, mv)])),
        }
    }
    rows
}

fn set_up_lines(set_up: &crate::app::SetUp) -> Vec<PanelLine> {
    let scene = set_up.editor.scene();
    let pieces = set_up.editor.editor_pieces();
    let mut lines =
        vec![styled("Set up a position", Role::Title), plain(scene.caption.clone()), plain("")];
    let sign = |at: usize| if at == set_up.piece { ">" } else { " " };
    for (at, piece) in pieces.iter().enumerate() {
        let character = scene::art::character(piece.glyph, piece.side);
        let text = format!("{} {character} {}", sign(at), piece.glyph.name());
        lines.push(styled(text, Role::Side(piece.side)));
    }
    if pieces.is_empty() {
        lines.push(plain("Choose a piece, then where it goes."));
    } else {
        lines.push(plain(format!("{} take away", sign(pieces.len()))));
    }
    lines
}

// ---- above and below the board ---------------------------------------------------------------------

pub(super) fn title(app: &App) -> String {
    match &app.stage {
        Stage::Local(game) => {
            let (record, against) = (&game.record, game.computer.as_ref());
            let against = against.map(|computer| format!(" · against {}", computer.title));
            let game = record.game();
            format!("Sixfold  {} {}{}", game.title(), record.options(), against.unwrap_or_default())
        }
        Stage::Online(id) => {
            let game = app.online.as_ref().and_then(|online| online.client.game(id));
            let terms = game.map(|game| terms_text(&game.terms)).unwrap_or_default();
            format!("Sixfold  {terms} · game {id}")
        }
        _ => "Sixfold".to_owned(),
    }
}

/// What happened last, or where the game stands.
pub(super) fn status(app: &App) -> String {
    if let Some(connection) = connection_text(app) {
        return connection;
    }
    if let Some(status) = &app.status {
        return status.clone();
    }
    if let Stage::Local(game) = &app.stage
        && let Some(failure) = &game.failure
    {
        return format!("{failure}. r asks again, t takes back, R resigns.");
    }
    let Some(model) = &app.model else {
        return app.scene().map(|scene| scene.caption.clone()).unwrap_or_default();
    };
    if !model.is_present() {
        return format!("Move {} of {}; End goes to the present.", model.ply, model.moves.len());
    }
    if let Some(result) = &model.result {
        let online = matches!(app.stage, Stage::Online(_));
        let next = if online { "g rematch, N lobby" } else { "g rematch, v review, N new game" };
        return format!("{result}. {next}.");
    }
    if let Stage::Local(game) = &app.stage
        && let Some(computer) = game.computer.as_ref().filter(|_| game.question.is_some())
    {
        return format!("{} is thinking …", computer.title);
    }
    if let Some(offer) = offered(app) {
        return offer;
    }
    model.scene.explanation.clone().unwrap_or_else(|| model.scene.caption.clone())
}

fn offered(app: &App) -> Option<String> {
    let Stage::Online(id) = &app.stage else { return None };
    let client = &app.online.as_ref()?.client;
    if let Some(refusal) = client.last_refusal(id) {
        return Some(refusal.to_owned());
    }
    let game = client.game(id)?;
    let opponent = game.you?.other();
    let offers = [
        (Offer::Draw, "The opponent offers a draw: D accepts, X declines."),
        (Offer::TakeBack, "The opponent asks to take back: t accepts, X declines."),
        (Offer::Rematch, "The opponent offers a rematch: g accepts, X declines."),
    ];
    let offer = offers.into_iter().find(|(offer, _)| game.offers(opponent, *offer));
    offer.map(|(_, text)| text.to_owned())
}

/// What is wrong with the connection; nothing if all is well.
pub(super) fn connection_text(app: &App) -> Option<String> {
    let online = app.online.as_ref()?;
    if let Stage::Online(id) = &app.stage
        && let Some(why) = online.client.unavailable(id)
    {
        return Some(why.to_owned());
    }
    match online.client.connection().state() {
        ConnectionState::Connected => None,
        ConnectionState::Idle | ConnectionState::Connecting(_) => {
            Some(format!("Connecting to {} …", online.settings.url))
        }
        ConnectionState::Lost(_) => {
            Some("The connection is lost; trying again. r tries at once.".to_owned())
        }
        ConnectionState::Closed(close) => {
            Some(format!("The server closed the connection: {}. r tries again.", close.words()))
        }
    }
}

/// The cell under the cursor and what stands there.
pub(super) fn under_cursor(app: &App) -> String {
    let (Some(scene), Some(cell)) = (app.scene(), app.touch.cursor) else { return String::new() };
    let Some(tile) = scene.tiles.iter().find(|tile| tile.cell == cell) else {
        return String::new();
    };
    let piece = scene.piece_on(cell).map(|piece| format!(": {}", scene.describe(piece)));
    let pins = app.pins_of(cell).map(|pins| format!(" pins {pins}")).unwrap_or_default();
    format!("{}{}{pins}", tile.name, piece.unwrap_or_default())
}

/// A text in lines of at most `width` characters, broken between words.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let fits = lines
            .last()
            .is_some_and(|line| line.chars().count() + 1 + word.chars().count() <= width);
        match lines.last_mut().filter(|_| fits) {
            Some(line) => {
                line.push(' ');
                line.push_str(word);
            }
            None => lines.push(word.to_owned()),
        }
    }
    lines
}

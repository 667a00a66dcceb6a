//! Pictures for links (Open Graph): a board on a coloured ground, as PNG, by resvg.

use crate::api::{ApiError, Caller};
use crate::assets;
use crate::limits::Action;
use crate::room::Game;
use axum::extract::Path;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use catalog::GameName;
use game::Viewer;
use protocol::GameId;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use scene::table::portrait;
use scene::{Scene, Table as _};

/// What sites that show links ask for.
const SIZE: (u32, u32) = (1200, 630);
const MARGIN: f32 = 36.0;
/// Of the mark in the corner.
const ICON: f32 = 96.0;
/// How long others may keep a picture: a running game changes.
const KEEP: &str = "public, max-age=300";

/// Answers a request for the picture of a page.
pub(crate) async fn answer(caller: Caller, Path(path): Path<String>) -> Result<Response, ApiError> {
    caller.limit(Action::Search)?;
    let missing = || ApiError::not_found("there is no such picture");
    let name = path.strip_suffix(".png").ok_or_else(missing)?;
    let compute = caller.compute();
    let png = if let Some(id) = name.strip_prefix("game/") {
        let id: GameId = id.parse().map_err(|_| missing())?;
        let row = caller.state.store.game(&id).await?.ok_or_else(missing)?;
        let log = caller.state.store.events(&id).await?;
        compute
            .run(move || Game::from_log(row, log).map(|game| draw(&public_scene(&game))))
            .await??
    } else {
        let game = if name == "home" { Ok(GameName::FAVOURITE) } else { name.parse() };
        let game = game.map_err(|_| missing())?;
        compute.run(move || draw(&sample_scene(game))).await?
    };
    let png = png.ok_or_else(missing)?;
    Ok(([(CONTENT_TYPE, "image/png"), (CACHE_CONTROL, KEEP)], png).into_response())
}

/// A game as spectators see it.
fn public_scene(game: &Game) -> Scene {
    game.board.scene(if game.result.is_some() { Viewer::Judge } else { Viewer::Watcher })
}

fn sample_scene(game: GameName) -> Scene {
    portrait(game, None).scene(Viewer::Judge)
}

/// The picture of a board; nothing if it cannot be drawn.
fn draw(scene: &Scene) -> Option<Vec<u8>> {
    let (width, height) = (SIZE.0 as f32, SIZE.1 as f32);
    let mut ground = Pixmap::new(SIZE.0, SIZE.1)?;
    ground.fill(ground_colour());
    let board = Tree::from_str(&scene::svg::render(scene), &Options::default()).ok()?;
    let (wide, high) = (board.size().width(), board.size().height());
    let scale = ((width - 2.0 * MARGIN) / wide).min((height - 2.0 * MARGIN) / high);
    let at = ((width - wide * scale) / 2.0, (height - high * scale) / 2.0);
    resvg::render(
        &board,
        Transform::from_row(scale, 0.0, 0.0, scale, at.0, at.1),
        &mut ground.as_mut(),
    );
    draw_icon(&mut ground, (MARGIN, MARGIN), ICON);
    ground.encode_png().ok()
}

/// A board alone, so many pixels wide; nothing if it cannot be drawn.
pub(crate) fn board_png(scene: &Scene, width: u32) -> Option<Vec<u8>> {
    let board = Tree::from_str(&scene::svg::render(scene), &Options::default()).ok()?;
    let scale = width as f32 / board.size().width();
    let mut ground = Pixmap::new(width, (board.size().height() * scale).ceil() as u32)?;
    ground.fill(ground_colour());
    resvg::render(&board, Transform::from_scale(scale, scale), &mut ground.as_mut());
    ground.encode_png().ok()
}

/// What boards stand on.
fn ground_colour() -> Color {
    Color::from_rgba8(0xf1, 0xec, 0xe2, 0xff)
}

/// The mark of the site, if the browser app is built.
fn draw_icon(ground: &mut Pixmap, (x, y): (f32, f32), size: f32) {
    let icon = assets::icon().and_then(|svg| Tree::from_str(&svg, &Options::default()).ok());
    if let Some(icon) = icon {
        let scale = size / icon.size().width();
        resvg::render(
            &icon,
            Transform::from_row(scale, 0.0, 0.0, scale, x, y),
            &mut ground.as_mut(),
        );
    }
}

/// The mark of the site alone, as PNG.
pub(super) fn icon_png(size: u32) -> Option<Vec<u8>> {
    let mut ground = Pixmap::new(size, size)?;
    draw_icon(&mut ground, (0.0, 0.0), size as f32);
    ground.encode_png().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_a_picture_of_its_board() {
        for game in GameName::ALL {
            let png = draw(&sample_scene(game)).unwrap();
            let picture = Pixmap::decode_png(&png).unwrap();
            assert_eq!((picture.width(), picture.height()), SIZE);
            let colours: std::collections::BTreeSet<_> =
                picture.pixels().iter().map(|p| (p.red(), p.green(), p.blue())).collect();
            assert!(colours.len() > 20, "{game}: {} colours", colours.len());
        }
    }
}

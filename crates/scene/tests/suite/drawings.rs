//! The laws of drawings and click paths, on random games of every kind.

use catalog::{AnyRecord, GameName, with_game};
use game::{Dice, Record, Side, Viewer};
use scene::Table as _;
use scene::table::{self, chosen, next_clicks};
use scene::{Depict, Glyph, Highlight, scene_of, svg, text};
use std::collections::BTreeSet;

/// A game after up to `plies` random moves that can be touched.
fn wandered<P: Depict>(seed: u64, plies: usize) -> Record<P> {
    let mut record = Record::<P>::new(P::Options::default());
    let mut dice = Dice::new(seed);
    for _ in 0..plies {
        let Some(mv) = dice.choose(&record.position().touchable()) else { break };
        if record.play(mv).is_err() {
            break;
        }
    }
    record
}

fn click_laws<P: Depict>(record: &Record<P>) {
    let choices = table::Table::choices(record);
    let paths: BTreeSet<_> = choices.iter().map(|c| c.path.clone()).collect();
    assert_eq!(paths.len(), choices.len(), "no two paths are equal: {}", record.position());
    for choice in &choices {
        assert_eq!(chosen(&choices, &choice.path.0), Some(choice), "a full path is its choice");
        let begun = &choice.path.0[..choice.path.0.len() - 1];
        assert_eq!(chosen(&choices, begun), None, "no path begins another");
        assert!(next_clicks(&choices, begun).contains(choice.path.0.last().unwrap()));
    }
}

fn drawing_laws<P: Depict>(record: &Record<P>) {
    let scene = record.position().scene(Viewer::Judge);
    assert_eq!(scene.turning, P::DESCRIPTION.turning, "as it is declared");
    let cells: BTreeSet<_> = scene.tiles.iter().map(|t| t.cell).collect();
    assert_eq!(cells.len(), scene.tiles.len(), "one tile a cell");
    let stood_on: BTreeSet<_> = scene.pieces.iter().map(|p| p.cell).collect();
    assert_eq!(stood_on.len(), scene.pieces.len(), "one piece a cell");
    assert!(stood_on.is_subset(&cells));
    let picture = svg::render(&scene);
    assert_eq!(picture.matches("<g ").count(), scene.pieces.len());
    assert_eq!(picture.matches("<g ").count(), picture.matches("</g>").count());
    the_frame_is_not_cut_off(&picture);
    let plain = text::render(&scene, text::Ink::Plain);
    assert!(!plain.contains('\x1b') && plain.contains(&scene.caption));
}

/// The view box holds the stroke around the outermost corners.
fn the_frame_is_not_cut_off(picture: &str) {
    let between = |start: &str, end| {
        let rest = picture.split(start).nth(1).expect(start);
        rest.split(end).next().expect(end)
    };
    let number = |text: &str| text.parse::<f64>().expect("a number");
    let stroke = number(between(".frame{stroke-width:", ";")) / 2.0;
    let view: Vec<f64> = between("viewBox=\"", "\"").split(' ').map(number).collect();
    let corners = between(r#"class="frame" d=""#, "\"").split(['M', 'L', 'Z', ' ']);
    for (x, y) in corners.filter_map(|corner| corner.split_once(',')) {
        for (at, start, length) in [(number(x), view[0], view[2]), (number(y), view[1], view[3])] {
            let whole = at - stroke >= start && at + stroke <= start + length;
            assert!(whole, "the frame at {x},{y} with its stroke leaves the view box {view:?}");
        }
    }
}

/// An animated game has a group of its own for every position, the last one marked as such.
#[test]
fn an_animated_game_has_every_position() {
    for game in GameName::ALL {
        with_game!(game, P => {
            let record = wandered::<P>(3, 12);
            let scenes: Vec<_> =
                (0..=record.ply()).map(|ply| scene_of(&record.truncated(ply), Viewer::Judge)).collect();
            let pieces: usize = scenes.iter().map(|scene| scene.pieces.len()).sum();
            let picture = svg::animate(&scenes, 0.5);
            assert_eq!(picture.matches(r#"class="piece "#).count(), pieces);
            assert_eq!(picture.matches(r#"<g class="f""#).count(), record.ply());
            assert_eq!(picture.matches(r#"<g class="f e""#).count(), 1);
            assert_eq!(picture.matches("<g ").count(), picture.matches("</g>").count());
        });
    }
    assert_eq!(svg::animate(&[], 1.0), "");
}

#[test]
fn drawings_and_clicks_keep_their_laws() {
    for game in GameName::ALL {
        for seed in 0..12 {
            with_game!(game, P => {
                let record = wandered::<P>(seed, 40);
                click_laws(&record);
                drawing_laws(&record);
            });
        }
    }
}

#[test]
fn a_hidden_fool_is_drawn_as_a_knight_for_everyone_but_its_owner() {
    let table = {
        let mut table = AnyRecord::begin(GameName::HexChess, "").unwrap();
        for text in ["S:F4", "S:K10"] {
            table.play(text).unwrap();
        }
        table
    };
    let glyph_on_4 = |viewer| {
        let scene = table.scene(viewer);
        let cell = scene.tiles.iter().find(|t| t.name == "4").unwrap().cell;
        scene.piece_on(cell).unwrap().glyph
    };
    assert_eq!(glyph_on_4(Viewer::Player(Side::First)), Glyph::Fool);
    assert_eq!(glyph_on_4(Viewer::Player(Side::Second)), Glyph::Knight);
    assert_eq!(glyph_on_4(Viewer::Watcher), Glyph::Knight);
    let seen = |viewer| table.played(viewer)[0].human.clone();
    assert_eq!(seen(Viewer::Player(Side::First)), "S:F4");
    assert_eq!(seen(Viewer::Watcher), "S:N4");
    assert!(table.scene(Viewer::Watcher).trays.first.is_none());
}

#[test]
fn a_choice_says_what_it_would_pin() {
    let mut found = 0;
    for seed in 0..20 {
        let record = wandered::<catalog::games::eclipse::Position>(seed, 20);
        let pinned = |record: &Record<_>| -> BTreeSet<char> {
            let scene = table::Table::scene(record, Viewer::Judge);
            scene.links.iter().filter(|link| link.pinned).map(|link| link.name).collect()
        };
        let before = pinned(&record);
        for choice in table::Table::choices(&record) {
            let mut after = record.clone();
            after.play(choice.mv.parse().unwrap()).unwrap();
            let newly: Vec<char> = pinned(&after).difference(&before).copied().collect();
            assert_eq!(choice.pins, newly, "{} {}", record.position(), choice.mv);
            found += newly.len();
        }
    }
    assert!(found > 0, "some move must pin something");
}

#[test]
fn pinned_chains_are_marked_and_named() {
    let mut pins = 0;
    for seed in 0..80 {
        let record = wandered::<catalog::games::eclipse::Position>(seed, 40);
        let scene = record.position().scene(Viewer::Judge);
        let pinned = scene.links.iter().filter(|link| link.pinned).count();
        assert_eq!(scene.remarks.len(), pinned, "each pinned chain is named with its pinners");
        assert_eq!(svg::render(&scene).matches("danger pinned").count(), pinned);
        assert_eq!(scene.pieces.iter().filter(|piece| piece.pinned).count(), 2 * pinned);
        pins += pinned;
    }
    assert!(pins > 0, "some of these games must have pins");
}

/// HC-3.6, HC-3.10: a dragon takes a rook and burns a pawn; a pawn that promotes is not lost.
#[test]
fn captured_pieces_are_listed_and_promoted_pawns_are_not() {
    let captured = |position: &str, mv: &str| {
        let mut table = AnyRecord::from_position(GameName::HexChess, position).unwrap();
        table.play(mv).unwrap();
        table.scene(Viewer::Judge).captured.unwrap()
    };
    let burned = captured("1/2/K6/4P1/2Dpr/4P1/6k/2/1 w even -", "19-21");
    let mut lost = burned.second.clone();
    lost.sort_unstable();
    assert_eq!((burned.first.len(), lost), (0, vec![Glyph::Pawn, Glyph::Rook]));
    let promoted = captured("1/2/K6/4P1/5/4P1/6k/2/1 w even -", "15-16");
    assert_eq!((promoted.first.len(), promoted.second.len()), (0, 0));
    assert!(AnyRecord::begin(GameName::Hex, "").unwrap().scene(Viewer::Judge).captured.is_none());
}

/// Two sets for Hex Chess: all kinds differ in each, and no kind is the same in both.
#[test]
fn every_kind_of_piece_has_its_own_drawing_in_both_sets() {
    use scene::art::{PieceSet, art};
    const KINDS: [Glyph; 11] = [
        Glyph::Pawn,
        Glyph::King,
        Glyph::Knight,
        Glyph::Rook,
        Glyph::Bishop,
        Glyph::Queen,
        Glyph::Charger,
        Glyph::Dragon,
        Glyph::Guardian,
        Glyph::Fool,
        Glyph::Moon,
    ];
    let mut drawings = BTreeSet::new();
    for set in [PieceSet::Figurines, PieceSet::Symbols] {
        for kind in KINDS {
            let drawing = art(kind, Side::First, set);
            drawings.insert(format!("{drawing:?}"));
            let numbers = [drawing.body, drawing.solid, drawing.detail].join(" ");
            let numbers = numbers.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
            let numbers = numbers.filter_map(|number| number.parse::<f64>().ok());
            assert!(numbers.into_iter().all(|n| n.abs() <= 50.0), "{kind:?} leaves its box");
        }
    }
    assert_eq!(drawings.len(), 2 * KINDS.len());
}

#[test]
fn a_hex_win_shows_its_chain() {
    let table = AnyRecord::from_position(GameName::Hex, "1rb/1rb/r2 b swap=off").unwrap();
    let scene = table.scene(Viewer::Judge);
    assert_eq!(scene.marks.len(), 3);
    assert!(scene.caption.contains("Red"));
}

/// HC-2.6: recommended line-ups come first, as long as nothing is placed; every button is explained.
#[test]
fn buttons_of_the_setup_are_explained_and_the_recommended_ones_come_first() {
    let mut table = AnyRecord::begin(catalog::GameName::HexChess, "").expect("a game");
    let offered = table.shortcuts(3);
    let labels: Vec<&str> = offered.iter().map(|shortcut| shortcut.label).collect();
    let [recommended @ .., "Place all (random)", "Place all (fixed)"] = &labels[..] else {
        panic!("{labels:?}");
    };
    assert!(recommended.len() >= 3 && recommended.iter().all(|label| label.starts_with("Line-up")));
    for shortcut in &offered {
        assert!(shortcut.hint.ends_with('.') && shortcut.hint.len() > 30, "{}", shortcut.hint);
        let letters: String = shortcut.label.chars().skip(8).filter(|c| *c != ' ').collect();
        let recommended = shortcut.label.starts_with("Line-up");
        assert!(!recommended || shortcut.mv.mv == format!("all:{letters}"), "{shortcut:?}");
        let mut copy = table.clone();
        copy.play(&shortcut.mv.mv).expect("a legal line-up");
    }
    for mv in ["K@4", "all:KCDGB"] {
        table.play(mv).expect("legal");
    }
    assert_eq!(table.shortcuts(3).len(), 2, "a piece is placed: the line-ups do not fit");
}

/// The caption of a game that a move ends, and the names of the cells that decided it.
fn decided(game: GameName, position: &str, mv: &str) -> (String, Vec<String>) {
    let mut table = AnyRecord::from_position(game, position).unwrap();
    table.play(mv).unwrap();
    let scene = table.scene(Viewer::Watcher);
    let hexchess = game == GameName::HexChess;
    assert!(
        !hexchess || scene.marks.iter().all(|(_, mark)| *mark != Highlight::Danger),
        "it is over"
    );
    let winning = scene.tiles.iter().filter(|tile| scene.has_mark(tile.cell, Highlight::Winning));
    (scene.caption.clone(), winning.map(|tile| tile.name.clone()).collect())
}

/// HC-4.1, HC-4.2: every ending of Hex Chess on the board says how it came about, and where.
#[test]
fn the_end_of_hex_chess_says_which_king_fell_where_and_by_what() {
    let end = |position: &str, mv: &str| decided(GameName::HexChess, position, mv);
    let (text, cells) = end("1/2/K6/6/R3k/6/6p/2/1 w even -", "17-21");
    assert_eq!(
        (text.as_str(), cells),
        ("White wins: a rook captured Black's king", vec!["21".into()])
    );
    let (text, cells) = end("1/2/K6/6/2Dkr/6/6p/2/1 w even -", "19-21");
    assert_eq!(text, "White wins: a dragon burned Black's king");
    assert_eq!(cells, ["20", "21"]);
    let (text, cells) = end("1/2/7/6/2DKr/6/6k/2/1 w even -", "19-21");
    assert_eq!((text.as_str(), cells.len()), ("Black wins: White's dragon burned its own king", 2));
    let (text, cells) = end("1/2/7/6/2DKk/6/7/2/1 w even -", "19-21");
    assert_eq!((text.as_str(), cells.len()), ("A draw: both kings left the board in one move", 2));
    let (text, cells) = end("1/2/Kf5/6/5/6/6k/2/1 w even -", "4-5");
    assert_eq!(text, "Black wins: White's king captured a fool");
    assert_eq!(cells, ["5"]);
}

/// HX-2.3: a swap is explained before and after it, and nothing else is.
#[test]
fn a_swap_is_explained_while_it_is_possible_and_when_it_was_played() {
    let mut table = AnyRecord::begin(GameName::Hex, "size=5").unwrap();
    let told = |table: &AnyRecord| table.scene(Viewer::Watcher).explanation;
    assert_eq!(told(&table), None);
    table.play("a3").unwrap();
    assert!(told(&table).unwrap().starts_with("Place a stone, or swap"));
    let mut other = table.clone();
    other.play("c3").unwrap();
    assert_eq!(told(&other), None);
    table.play("swap").unwrap();
    assert!(told(&table).unwrap().starts_with("Blue swapped"));
    let printed = text::render(&table.scene(Viewer::Watcher), text::Ink::Plain);
    assert!(printed.contains("Blue swapped"), "{printed}");
    table.play("c3").unwrap();
    assert_eq!(told(&table), None);
}

/// Where only views are known, as online, the end is explained all the same.
#[test]
fn the_end_is_explained_from_two_positions() {
    let before = AnyRecord::from_position(GameName::HexChess, "1/2/K6/6/R3k/6/6p/2/1 w even -");
    let before = before.unwrap();
    let mut played = before.clone();
    played.play("17-21").unwrap();
    let after = AnyRecord::from_position(GameName::HexChess, &played.position()).unwrap();
    let mut scene = after.scene(Viewer::Judge);
    assert!(!scene.caption.contains("rook"));
    scene::explain_step(&before, &after, &mut scene);
    assert_eq!(scene.caption, played.scene(Viewer::Judge).caption);
    let quiet = AnyRecord::begin(GameName::HexChess, "").unwrap();
    let mut scene = quiet.scene(Viewer::Judge);
    let before = scene.clone();
    scene::explain_step(&quiet, &quiet, &mut scene);
    assert_eq!(scene, before, "a game that goes on has no end");
}

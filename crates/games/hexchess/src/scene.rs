//! Hex Chess, drawn: the star, its pieces as a viewer may see them, and the pools beside it.

mod end;

use crate::board::{SHAPE, number};
use crate::{
    Kind, Move, MoverOutcome, Options, Parity, Phase, Position, RECOMMENDED_LINEUPS, View, editing,
};
use depict::{
    Click, ClickPath, Depict, Disguised, EditedScene, EditorPiece, EngineOverlay, GameDescription,
    Glyph, HexLayout, Highlight, MoveEffect, MoveExplanation, Palette, Piece, Played, Portrait,
    Scene, Shortcut, Tile, TrayPiece, Turning,
};
use game::{
    BySide, Dice, InvalidPosition, MoveList, Outcome, ParseError, Position as _, Record, Side,
    Viewer,
};
use hexgrid::Cell;

pub(crate) const COLOURS: BySide<&str> = BySide::new("White", "Black");

/// Labels of the recommended line-ups.
const LINEUP_LABELS: [&str; RECOMMENDED_LINEUPS.len()] =
    ["Line-up D Q M K B", "Line-up K M Q C D", "Line-up Q D M B K"];

/// What is to be said for each of them; the engine judges them about even against each other.
const LINEUP_HINTS: [&str; RECOMMENDED_LINEUPS.len()] = [
    "Balanced: queen and dragon attack on the left, the king stays between moon and bishop.",
    "Attacking: the king hides in the corner; queen, charger and dragon aim forward together.",
    "Wide: the queen in one corner and the king in the other, with long-range pieces between them.",
];
const RANDOM: &str =
    "Fills your back rank by chance, so that neither king can be taken by force at once.";
const FIXED: &str = "Fills your back rank in the order of the rules, K C D G F M N B Q R; the engine \
                     judges it weak against a good line-up.";

impl Depict for Position {
    const DESCRIPTION: GameDescription = GameDescription {
        title: "Hex Chess",
        line: "Choose five of ten, in secret.",
        text: "Dragons burn, moons change, and one of those knights is a fool. Take the king.",
        portrait: Portrait {
            options: "",
            moves: "all:FKDBC all:KBQRM 23-24 9-7 18-19 10-9 17-18 33-32 18-7 9-10 29-30 15-13 4-13 \
                    21-15 13-26 32-31 24-31 27-26",
            still: 7,
        },
        quick_options: "",
        overlay: EngineOverlay::Arrows,
        turning: Turning::Flip,
        has_marks: false,
        formats: &[],
    };

    fn scene(&self, viewer: Viewer) -> Scene {
        let viewer = if self.outcome().is_some() { Viewer::Judge } else { viewer };
        Scene {
            hex_layout: HexLayout::Flat,
            turning: Self::DESCRIPTION.turning,
            tiles: SHAPE.cells().map(tile).collect(),
            rims: Vec::new(),
            labels: Vec::new(),
            links: Vec::new(),
            pieces: self.board().map(|(cell, piece)| shown(cell, piece, viewer)).collect(),
            marks: kings_in_danger(self).map(|cell| (cell, Highlight::Danger)).collect(),
            trays: BySide::from_fn(|side| tray(self, side, viewer)),
            captured: None,
            phase: u8::from(self.phase() == Phase::Play && self.parity() == Parity::Odd),
            palette: &Palette::GREEN,
            colours: COLOURS,
            caption: caption(self),
            explanation: None,
            remarks: Vec::new(),
        }
    }

    fn clicks(&self, mv: Move) -> ClickPath {
        ClickPath(match mv {
            Move::Step { from, to } => vec![Click::Cell(from), Click::Cell(to)],
            Move::Place { kind, cell } => vec![Click::Tray(kind.letter()), Click::Cell(cell)],
            Move::PlaceAll(lineup) => {
                let letters = lineup.iter().map(|kind| Click::Tray(kind.letter()));
                std::iter::once(Click::Button("Place all")).chain(letters).collect()
            }
        })
    }

    fn explain(&self, mv: Move) -> Option<MoveExplanation> {
        end::explain(self, mv)
    }

    /// Single placements; whole line-ups have shortcuts.
    fn touchable(&self) -> Vec<Move> {
        if self.phase() == Phase::Play {
            return self.moves().into_vec();
        }
        let mut list = MoveList::new();
        self.setup_placements(&mut list);
        list.into_vec()
    }

    fn shortcuts(&self, dice: &mut Dice) -> Vec<Shortcut<Move>> {
        let words = LINEUP_LABELS.into_iter().zip(LINEUP_HINTS);
        let recommended = words.zip(self.place_all_recommended());
        let recommended = recommended.map(|((label, hint), mv)| Shortcut { label, hint, mv });
        let random = self.place_all_fair(dice).map(|mv| ("Place all (random)", RANDOM, mv));
        let fixed = self.place_all_fixed().map(|mv| ("Place all (fixed)", FIXED, mv));
        let by_rules = random.into_iter().chain(fixed);
        recommended.chain(by_rules.map(|(label, hint, mv)| Shortcut { label, hint, mv })).collect()
    }

    /// In the setup nobody knows what will be free.
    fn turned(&self) -> Option<Self> {
        (self.phase() == Phase::Play).then(|| self.passed())
    }

    fn from_view(text: &str) -> Result<Self, ParseError> {
        text.parse::<View>().map(|view| view.as_seen().clone())
    }

    /// A captured fool is revealed to all (HC-5.2).
    fn captured(record: &Record<Self>) -> Option<BySide<Vec<Glyph>>> {
        let steps = || record.positions().windows(2);
        let lost = |side| steps().flat_map(move |step| lost_between(&step[0], &step[1], side));
        Some(BySide::from_fn(|side| lost(side).map(glyph).collect()))
    }

    fn played_at(record: &Record<Self>, ply: usize, viewer: Viewer) -> Option<Played> {
        let (before, &mv) = (record.positions().get(ply)?, record.moves().get(ply)?);
        let mut alone = Record::from_position(before.clone());
        alone.play(mv).ok()?;
        let number = Self::move_number(&record.positions()[..=ply]);
        Self::moves_seen(&alone, viewer).pop().map(|played| Played { number, ..played })
    }

    fn moves_seen(record: &Record<Self>, viewer: Viewer) -> Vec<Played> {
        let positions = record.positions();
        let played = |(ply, turn): (usize, crate::ObservedMove)| Played {
            side: positions[ply].side_to_move(),
            number: Self::move_number(&positions[..=ply]),
            mv: turn.mv.to_string(),
            human: turn.text,
        };
        crate::record_seen(record, viewer).into_iter().enumerate().map(played).collect()
    }

    fn effects_of(&self, mv: Move) -> Vec<MoveEffect> {
        match mv {
            Move::Place { .. } => return vec![MoveEffect::Placement],
            Move::PlaceAll(_) => return vec![MoveEffect::LineUp],
            Move::Step { .. } => {}
        }
        let effects = self.effects(mv);
        let found = [
            (effects.captured.is_some(), MoveEffect::Capture),
            (effects.burned.is_some(), MoveEffect::Burn),
            (effects.swapped.is_some(), MoveEffect::Exchange),
            (effects.mover_outcome == MoverOutcome::Promoted, MoveEffect::Promotion),
            (effects.mover_outcome == MoverOutcome::Removed, MoveEffect::Removed),
        ];
        found.into_iter().filter(|(is, _)| *is).map(|(_, flag)| flag).collect()
    }

    /// The pool of another is hidden (HC-5.1).
    fn moves_are_known(&self, viewer: Viewer) -> bool {
        self.phase() == Phase::Play || viewer.knows(self.side_to_move())
    }

    /// A fool looks like a knight to everyone but its owner (HC-5.1).
    fn disguised(&self, viewer: Viewer) -> Vec<Disguised> {
        let horses = self.board().filter(|(_, piece)| piece.kind.disguised() == Kind::Knight);
        let told = |(cell, piece): (Cell, crate::Piece)| Disguised {
            cell,
            side: piece.side,
            looks: piece.kind.disguised().name(),
            is: viewer.knows(piece.side).then(|| piece.kind.name()),
        };
        horses.map(told).collect()
    }

    fn editor_pieces() -> Vec<EditorPiece> {
        editing::pieces()
    }

    fn read_edited(&self, edited: &EditedScene<'_>) -> Result<Self, InvalidPosition> {
        editing::read(self, edited)
    }

    /// After the fixed line-up of either side.
    fn editor_start(options: Options) -> Self {
        let mut position = Self::start(options);
        for _ in Side::BOTH {
            if let Some(mv) = position.place_all_fixed() {
                position.play_unchecked(mv);
            }
        }
        position
    }
}

fn tile(cell: Cell) -> Tile {
    let at = SHAPE.axial(cell);
    Tile {
        cell,
        coord: HexLayout::Flat.doubled(at),
        name: number(cell).to_string(),
        shade: (at.q - at.r).rem_euclid(3) as u8,
    }
}

fn shown(cell: Cell, piece: crate::Piece, viewer: Viewer) -> Piece {
    let kind = if viewer.knows(piece.side) { piece.kind } else { piece.kind.disguised() };
    Piece { glyph: glyph(kind), side: piece.side, cell, pinned: false, letter: None }
}

pub(crate) const fn glyph(kind: Kind) -> Glyph {
    match kind {
        Kind::Pawn => Glyph::Pawn,
        Kind::King => Glyph::King,
        Kind::Charger => Glyph::Charger,
        Kind::Dragon => Glyph::Dragon,
        Kind::Guardian => Glyph::Guardian,
        Kind::Fool => Glyph::Fool,
        Kind::Moon => Glyph::Moon,
        Kind::Knight => Glyph::Knight,
        Kind::Bishop => Glyph::Bishop,
        Kind::Queen => Glyph::Queen,
        Kind::Rook => Glyph::Rook,
    }
}

/// The pieces of a side that a move removed.
fn lost_between(before: &Position, after: &Position, side: Side) -> Vec<Kind> {
    let kinds = |position: &Position| -> Vec<Kind> {
        position.board().filter(|(_, piece)| piece.side == side).map(|(_, p)| p.kind).collect()
    };
    let mut gone = kinds(before);
    for kind in kinds(after) {
        // What was not there before is a promoted pawn, or a piece that was placed.
        let was = |wanted: Kind| gone.iter().position(|&other| other == wanted);
        if let Some(place) = was(kind).or_else(|| was(Kind::Pawn)) {
            gone.swap_remove(place);
        }
    }
    gone
}

/// The pool during setup; afterwards there is nothing left to place.
fn tray(position: &Position, side: Side, viewer: Viewer) -> Option<Vec<TrayPiece>> {
    if position.phase() == Phase::Play {
        return Some(Vec::new());
    }
    let piece = |kind: Kind| TrayPiece { glyph: glyph(kind), letter: kind.letter() };
    viewer.knows(side).then(|| position.pool(side).iter().map(piece).collect())
}

/// Kings that stand under attack, while the game goes on.
fn kings_in_danger(position: &Position) -> impl Iterator<Item = Cell> + '_ {
    let on = position.outcome().is_none();
    let attacked = move |side: Side| {
        let king = position.king(side)?;
        position.attacks_of(side.other()).contains(king).then_some(king)
    };
    Side::BOTH.into_iter().filter(move |_| on).filter_map(attacked)
}

fn caption(position: &Position) -> String {
    let side = COLOURS[position.side_to_move()];
    match (position.outcome(), position.phase()) {
        (Some(Outcome::Win(side)), _) => {
            format!("{} wins: {}'s king is gone", COLOURS[side], COLOURS[side.other()])
        }
        (Some(Outcome::Draw), _) => "A draw".to_owned(),
        (None, Phase::Setup) => format!("{side} to place a piece"),
        (None, Phase::Play) => {
            let moons = match position.parity() {
                Parity::Even => "moons move as bishops",
                Parity::Odd => "moons move to corners",
            };
            format!("{side} to move; {moons}")
        }
    }
}

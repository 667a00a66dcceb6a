//! The coach of games against the computer: what the opponent threatens, and a warning before a
//! move that loses at once or soon.
//!
//! The coach knows what the player knows: positions are looked at through the player's view, so
//! that no warning tells a fool from a knight. Sentences name no cells; the cells come beside them.

use catalog::games::{eclipse, hex, hexchess};
use catalog::{AnyRecord, with_record};
use game::{Outcome, Position, Record, Viewer};
use hexgrid::Cell;
use scene::Depict;

/// A sentence of the coach, and the cells it is about: where a move of the opponent starts and
/// ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoachNote {
    /// The sentence.
    pub text: String,
    /// The cells.
    pub cells: Vec<Cell>,
}

/// What the opponent of the side to move threatens to play.
pub fn threats(record: &AnyRecord) -> Vec<CoachNote> {
    with_record!(record, record => threats_in(record))
}

/// What speaks against `mv`, in machine notation; nothing if every move is as bad.
pub fn warning(record: &AnyRecord, mv: &str) -> Option<CoachNote> {
    with_record!(record, record => warning_in(record, mv))
}

/// The position as the side to move sees it.
fn seen<P: Position>(record: &Record<P>) -> P {
    let position = record.position();
    position.view(Viewer::Player(position.side_to_move())).into()
}

fn threats_in<P: Coached>(record: &Record<P>) -> Vec<CoachNote> {
    if record.conclusion().is_some() {
        return Vec::new();
    }
    let position = seen(record);
    let mut notes = Vec::new();
    if let Some(turned) = position.with_turn_passed()
        && let Some(mv) = winning_move(&turned)
    {
        let text = format!("{} threatens {}.", opponent(&position), P::WIN);
        notes.push(CoachNote { text, cells: turned.clicks(mv).cells().collect() });
    }
    notes.extend(P::other_threats(record, &position));
    // The dearest capture is that of the king, if there is one.
    notes.dedup();
    notes
}

fn warning_in<P: Coached>(record: &Record<P>, mv: &str) -> Option<CoachNote> {
    let position = seen(record);
    let mv = position.read_move(mv).ok()?;
    let after = position.after(mv);
    let us = position.side_to_move();
    if after.outcome() == Some(Outcome::Win(us)) {
        return None;
    }
    let better = position.moves().iter().any(|&other| is_safe(&position, other));
    if after.outcome().is_some() || !is_safe(&position, mv) {
        let cells = winning_move(&after).map(|reply| after.clicks(reply).cells().collect());
        let text = position.own_mistake(mv).unwrap_or_else(|| P::LOSS.to_owned());
        return better.then(|| CoachNote { text, cells: cells.unwrap_or_default() });
    }
    P::other_warning(record, &position, mv)
}

/// A move that wins at once.
fn winning_move<P: Position>(position: &P) -> Option<P::Move> {
    let wins = |mv| position.after(mv).outcome() == Some(Outcome::Win(position.side_to_move()));
    position.moves().iter().copied().find(|&mv| wins(mv))
}

/// Whether the opponent cannot win at once after `mv`.
fn is_safe<P: Position>(position: &P, mv: P::Move) -> bool {
    let after = position.after(mv);
    match after.outcome() {
        Some(outcome) => outcome != Outcome::Win(position.side_to_move().other()),
        None => winning_move(&after).is_none(),
    }
}

/// What the opponent of the side to move is called.
fn opponent<P: Depict>(position: &P) -> &'static str {
    position.scene(Viewer::Judge).colours[position.side_to_move().other()]
}

/// A game with a coach.
trait Coached: Depict {
    /// What a winning move does.
    const WIN: &'static str;
    /// What is said of a move that lets the opponent win.
    const LOSS: &'static str;

    /// The position as if the side to move had passed.
    fn with_turn_passed(&self) -> Option<Self>;

    /// What a move does to its own side, where that is the reason why it loses.
    fn own_mistake(&self, _mv: Self::Move) -> Option<String> {
        None
    }

    /// Threats that do not win at once.
    fn other_threats(record: &Record<Self>, position: &Self) -> Vec<CoachNote>;

    /// What speaks against a move that does not lose at once.
    fn other_warning(record: &Record<Self>, position: &Self, mv: Self::Move) -> Option<CoachNote>;
}

impl Coached for eclipse::Position {
    const WIN: &'static str = "to shut in your comet";
    const LOSS: &'static str = "After this your comet can be shut in.";

    fn with_turn_passed(&self) -> Option<Self> {
        Some(self.passed())
    }

    fn own_mistake(&self, mv: eclipse::Move) -> Option<String> {
        let stuck = self.after(mv).comet_moves(self.side_to_move()).is_empty();
        stuck.then(|| "This shuts in your own comet.".to_owned())
    }

    fn other_threats(_record: &Record<Self>, _position: &Self) -> Vec<CoachNote> {
        Vec::new()
    }

    fn other_warning(_: &Record<Self>, position: &Self, mv: eclipse::Move) -> Option<CoachNote> {
        let text = position.own_mistake(mv)?;
        Some(CoachNote { text, cells: vec![position.comet(position.side_to_move())] })
    }
}

impl Coached for hexchess::Position {
    const WIN: &'static str = "to capture your king";
    const LOSS: &'static str = "After this your king can be captured.";

    fn with_turn_passed(&self) -> Option<Self> {
        (self.phase() == hexchess::Phase::Play).then(|| self.passed())
    }

    fn own_mistake(&self, mv: hexchess::Move) -> Option<String> {
        let gone = self.after(mv).king(self.side_to_move()).is_none();
        gone.then(|| "This removes your own king.".to_owned())
    }

    fn other_threats(_record: &Record<Self>, position: &Self) -> Vec<CoachNote> {
        let Some(turned) = position.with_turn_passed() else { return Vec::new() };
        let note = dearest_capture(&turned).filter(|capture| capture.gain >= DEAR);
        note.map(|capture| capture.note(&turned, "threatens to capture")).into_iter().collect()
    }

    fn other_warning(_: &Record<Self>, position: &Self, mv: hexchess::Move) -> Option<CoachNote> {
        let after = position.after(mv);
        let capture = dearest_capture(&after)?;
        let dear = capture.gain - gain(position, mv) >= DEAR;
        dear.then(|| capture.note(&after, "can then capture"))
    }
}

/// The least loss, in pawns, that is worth a word.
const DEAR: i32 = 3;

/// A capture, and what it gains after the best capture back.
struct Capture {
    mv: hexchess::Move,
    gain: i32,
}

impl Capture {
    fn note(&self, position: &hexchess::Position, verb: &str) -> CoachNote {
        let us = position.side_to_move();
        let fallen = position.effects(self.mv).fallen().filter(|piece| piece.side != us);
        let what = fallen.max_by_key(|piece| value(piece.kind)).map(|piece| piece.kind.name());
        let who = position.scene(Viewer::Judge).colours[us];
        let text = format!("{who} {verb} your {}.", what.unwrap_or("piece"));
        CoachNote { text, cells: position.clicks(self.mv).cells().collect() }
    }
}

/// The capture of the side to move that gains most, if the other side takes back what it can on
/// the same cell.
fn dearest_capture(position: &hexchess::Position) -> Option<Capture> {
    let captures = position.moves().into_vec().into_iter().filter(|&mv| gain(position, mv) > 0);
    let net = |mv| {
        let after = position.after(mv);
        let mut back = after.moves();
        back.retain(|&reply| target(reply) == target(mv));
        let lost = back.iter().map(|&reply| gain(&after, reply)).max();
        gain(position, mv) - lost.unwrap_or(0).max(0)
    };
    captures.map(|mv| Capture { mv, gain: net(mv) }).max_by_key(|capture| capture.gain)
}

fn target(mv: hexchess::Move) -> Option<Cell> {
    match mv {
        hexchess::Move::Step { to, .. } => Some(to),
        _ => None,
    }
}

/// What a move takes from the other side, less what it costs the mover.
fn gain(position: &hexchess::Position, mv: hexchess::Move) -> i32 {
    if target(mv).is_none() {
        return 0;
    }
    let us = position.side_to_move();
    let worth = |piece: hexchess::Piece| {
        if piece.side == us { -value(piece.kind) } else { value(piece.kind) }
    };
    position.effects(mv).fallen().map(worth).sum()
}

/// Roughly what a piece is worth, in pawns.
const fn value(kind: hexchess::Kind) -> i32 {
    match kind {
        hexchess::Kind::Pawn => 1,
        hexchess::Kind::Fool => 2,
        hexchess::Kind::Knight | hexchess::Kind::Rook | hexchess::Kind::Guardian => 3,
        hexchess::Kind::Bishop | hexchess::Kind::Charger | hexchess::Kind::Moon => 4,
        hexchess::Kind::Dragon => 5,
        hexchess::Kind::Queen => 9,
        hexchess::Kind::King => 100,
    }
}

impl Coached for hex::Position {
    const WIN: &'static str = "to connect";
    const LOSS: &'static str = "After this your opponent connects.";

    fn with_turn_passed(&self) -> Option<Self> {
        let stones = game::BySide::from_fn(|side| self.stones(side));
        Self::setup(self.size(), stones, self.side_to_move().other(), hex::SwapRule::Off).ok()
    }

    fn other_threats(record: &Record<Self>, position: &Self) -> Vec<CoachNote> {
        let text = || format!("{} has played into one of your bridges.", opponent(position));
        broken_bridge(record)
            .map(|cell| CoachNote { text: text(), cells: vec![cell] })
            .into_iter()
            .collect()
    }

    fn other_warning(record: &Record<Self>, position: &Self, mv: hex::Move) -> Option<CoachNote> {
        let cell = broken_bridge(record)?;
        let saved = mv == hex::Move::Place(position.board().axial(cell));
        let text = format!("{} can now cut your bridge.", opponent(position));
        (!saved).then(|| CoachNote { text, cells: vec![cell] })
    }
}

/// The cell that saves a bridge of the side to move into which the last stone was put: two stones
/// that do not touch, with this cell and the last one as their common empty neighbours.
fn broken_bridge(record: &Record<hex::Position>) -> Option<Cell> {
    let position = record.position();
    let (board, own) = (position.board(), position.stones(position.side_to_move()));
    let hex::Move::Place(at) = *record.moves().last()? else { return None };
    let last = board.cell(at)?;
    let touches = |a: Cell, b: Cell| board.neighbours(a).contains(&b);
    let around: Vec<Cell> =
        board.neighbours(last).iter().copied().filter(|&c| own.contains(c)).collect();
    let empties = position.empties();
    let saves = |&cell: &Cell| {
        let both = around.iter().filter(|&&stone| touches(stone, cell)).copied();
        let stones: Vec<Cell> = both.collect();
        empties.contains(cell)
            && stones.iter().any(|&a| stones.iter().any(|&b| a != b && !touches(a, b)))
            && !position.group(stones[0]).contains(stones[stones.len() - 1])
    };
    board.neighbours(last).iter().copied().find(saves)
}

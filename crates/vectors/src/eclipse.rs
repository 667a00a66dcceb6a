//! Vectors files of Eclipse: positions given by moves, by their pieces or by both, with pinned
//! chains, legal moves and perft counts. How such a file is written is in `format`.

mod format;

use crate::error::EntryError;
use crate::{NotAVectorsFile, Report};
use eclipse::{BOARD, Chain, Link, Move, Options, Piece, Position, Setup};
use format::{ChainRow, EclipseCase, File, GameStatus, MoveRow, Place, Standing};
use game::{BySide, Outcome, Position as _, Side};
use hexgrid::{Axial, Cell};
use std::collections::BTreeSet;

/// The letters of chains 0 to 9: files count Dark's short chains from the top, we by half turn.
const LETTERS: [char; Chain::COUNT] = ['a', 'b', 'c', 'd', 'e', 'g', 'f', 'h', 'i', 'j'];

/// Checks every position of the file.
pub(crate) fn verify(json: &str, report: &mut Report) -> Result<(), NotAVectorsFile> {
    let file: File = serde_json::from_str(json)
        .map_err(|e| NotAVectorsFile { game: "Eclipse", why: e.to_string() })?;
    for (i, case) in file.positions.iter().enumerate() {
        let name = case.name.clone().unwrap_or_else(|| format!("position {}", i + 1));
        let options =
            if file.tabletop || case.is_tabletop() { Options::Tabletop } else { Options::Standard };
        CaseChecker { name, options, report }.case(case);
    }
    Ok(())
}

/// One position being checked.
struct CaseChecker<'a> {
    name: String,
    options: Options,
    report: &'a mut Report,
}

impl CaseChecker<'_> {
    fn case(&mut self, case: &EclipseCase) {
        let replayed = case.moves_from_start.as_ref().map(|moves| self.replay(moves));
        let given = case.position.as_ref().map(|standing| self.assemble(standing));
        if let (Some(Some(replayed)), Some(Ok(given))) = (&replayed, &given) {
            self.report.equal(&self.about("replayed"), &given.to_string(), &replayed.to_string());
        }
        let position = match (replayed, given) {
            (Some(None), _) => return,
            (Some(Some(position)), _) | (None, Some(Ok(position))) => position,
            (None, Some(Err(why))) => return self.skip(&why.to_string()),
            (None, None) => return self.skip("neither moves nor a position are given"),
        };
        if let Some(standing) = &case.position {
            self.standing(&position, standing);
        }
        if let Some(moves) = &case.legal_moves {
            self.legal_moves(&position, moves);
        }
        for (i, expected) in case.perft.iter().flatten().enumerate() {
            let what = self.about(&format!("perft {}", i + 1));
            self.report.equal(&what, expected, &position.perft(i + 1));
        }
    }

    fn about(&self, what: &str) -> String {
        format!("{}: {what}", self.name)
    }

    fn skip(&mut self, why: &str) {
        self.report.skipped.push(self.about(why));
    }

    fn fail(&mut self, why: &str) {
        self.report.failures.push(self.about(why));
    }

    /// The position after these moves, or none if one of them is refused.
    fn replay(&mut self, moves: &[MoveRow]) -> Option<Position> {
        let mut position = Position::start(self.options);
        for (i, row) in moves.iter().enumerate() {
            let played = read_move(&position, row).and_then(|mv| Ok(position.play(mv)?));
            if let Err(why) = played {
                self.fail(&format!("move {}: {why}", i + 1));
                return None;
            }
        }
        self.report.passed += 1;
        Some(position)
    }

    /// The position with these pieces, or why they do not say which one it is.
    fn assemble(&self, standing: &Standing) -> Result<Position, EntryError> {
        let mut setup = Position::start(self.options).setup();
        let comet = |place| cell(place).ok_or(EntryError::CometOffBoard);
        setup.comets = BySide::new(comet(standing.comet_light)?, comet(standing.comet_dark)?);
        setup.side = side(&standing.side_to_move)?;
        let mut ages = [None; Chain::COUNT];
        let mut seen = BTreeSet::new();
        for (i, row) in standing.chains.iter().enumerate() {
            let chain = chain(row.id.unwrap_or(i))?;
            if !seen.insert(chain) {
                return Err(EntryError::ChainTwice(chain));
            }
            setup.chains[chain.index()] = ends(row)?;
            ages[chain.index()] = row.age();
        }
        if seen.len() < Chain::COUNT {
            return Err(EntryError::ChainCount(seen.len()));
        }
        setup.overlaps = overlaps(&setup, &ages)?;
        Ok(setup.position()?)
    }

    /// What else the file says of the pieces: who is pinned, and how the game stands.
    fn standing(&mut self, position: &Position, standing: &Standing) {
        for (i, row) in standing.chains.iter().enumerate() {
            let Ok(chain) = chain(row.id.unwrap_or(i)) else { continue };
            let found: BTreeSet<Cell> = position.link(chain).ends().into();
            let given: BTreeSet<Cell> = ends(row).into_iter().flatten().collect();
            self.report.equal(&self.about(&format!("cells of chain {chain}")), &given, &found);
            if let Some(frozen) = row.frozen {
                self.pinned(position, chain, frozen);
            }
            self.nature(chain, row);
        }
        match standing.status.as_ref().map(GameStatus::read) {
            None => {}
            Some(Err(text)) => self.skip(&format!("the status {text} is not understood")),
            Some(Ok(status)) => self.status(position, status),
        }
    }

    /// A flag that only rounding can explain is named, not believed: EC-3.3 is decided in integers.
    fn pinned(&mut self, position: &Position, chain: Chain, frozen: bool) {
        let pinned = position.pinned().contains(chain);
        let in_line = Chain::of(chain.side().other())
            .find(|&other| on_one_line(position.link(chain), position.link(other)));
        match in_line {
            Some(other) if frozen && !pinned => self.skip(&format!(
                "chain {chain} is said to be pinned, but {other} lies on one line with it and \
                 does not cross it"
            )),
            _ => {
                let what = self.about(&format!("chain {chain} pinned"));
                self.report.equal(&what, &frozen, &pinned);
            }
        }
    }

    fn nature(&mut self, chain: Chain, row: &ChainRow) {
        let kind = row.kind.as_deref().map(str::to_lowercase);
        let own = format!("{:?}", chain.kind()).to_lowercase();
        if let Some(kind) = kind {
            self.report.equal(&self.about(&format!("kind of chain {chain}")), &kind, &own);
        }
        if let Some(Ok(owner)) = row.owner.as_deref().map(side) {
            let what = self.about(&format!("owner of chain {chain}"));
            self.report.equal(&what, &owner, &chain.side());
        }
    }

    fn status(&mut self, position: &Position, status: GameStatus) {
        let found = position.outcome();
        let expected = match status {
            GameStatus::Open => None,
            GameStatus::Won(side) => Some(Outcome::Win(side)),
            GameStatus::Over if found.is_some() => found,
            GameStatus::Over => return self.fail("the game should be over, and goes on"),
            GameStatus::Drawn => return self.skip("a draw is not a matter of the position alone"),
        };
        self.report.equal(&self.about("outcome"), &expected, &found);
    }

    fn legal_moves(&mut self, position: &Position, rows: &[MoveRow]) {
        let mut expected = BTreeSet::new();
        for row in rows {
            match read_move(position, row) {
                Ok(mv) => drop(expected.insert(mv)),
                Err(why) => self.fail(&format!("legal move: {why}")),
            }
        }
        let found: BTreeSet<Move> = position.moves().iter().copied().collect();
        let names = |set: BTreeSet<&Move>| -> Vec<String> {
            set.into_iter().map(|&mv| position.write_move(mv)).collect()
        };
        let missing = names(expected.difference(&found).collect());
        let extra = names(found.difference(&expected).collect());
        let agrees = missing.is_empty() && extra.is_empty();
        let about = self.about("legal moves");
        self.report.check(agrees, || format!("{about}: missing {missing:?}, extra {extra:?}"));
    }
}

fn cell(place: Place) -> Option<Cell> {
    BOARD.cell(Axial::new(place[0], place[1]))
}

fn on_board(place: Place) -> Result<Cell, EntryError> {
    cell(place).ok_or(EntryError::OffBoard(place))
}

fn side(name: &str) -> Result<Side, EntryError> {
    match name.to_lowercase().as_str() {
        "light" => Ok(Side::First),
        "dark" => Ok(Side::Second),
        _ => Err(EntryError::NoSide(name.to_owned())),
    }
}

fn chain(id: usize) -> Result<Chain, EntryError> {
    let letter = LETTERS.get(id).ok_or(EntryError::NoChain(id))?;
    Ok(Chain::lettered(*letter).expect("these are letters of chains"))
}

fn ends(row: &ChainRow) -> Result<[Cell; 2], EntryError> {
    Ok([on_board(row.head)?, on_board(row.tail)?])
}

/// Whether the four cells of two links lie on one straight line.
fn on_one_line(one: Link, two: Link) -> bool {
    let [(ax, ay), (bx, by)] = one.ends().map(|cell| BOARD.axial(cell).plane());
    two.ends()
        .map(|cell| BOARD.axial(cell).plane())
        .iter()
        .all(|(px, py)| (bx - ax) * (py - ay) == (by - ay) * (px - ax))
}

/// The move, if the piece it names stands where it says.
fn read_move(position: &Position, row: &MoveRow) -> Result<Move, EntryError> {
    if let Some(to) = row.comet_to {
        return Ok(Move::new(position.comet(position.side_to_move()), on_board(to)?));
    }
    let (Some(from), Some(to)) = (row.from, row.to) else {
        return Err(EntryError::MoveForm);
    };
    let mv = Move::new(on_board(from)?, on_board(to)?);
    match row.chain.map(chain).transpose()? {
        Some(chain) if position.piece(mv.from) != Some(Piece::Satellite(chain)) => {
            Err(EntryError::ChainElsewhere { chain, number: eclipse::number(mv.from) })
        }
        _ => Ok(mv),
    }
}

/// Which chain lies on which: of two crossing chains the one that moved last (EC-3.4).
fn overlaps(
    setup: &Setup,
    ages: &[Option<u64>; Chain::COUNT],
) -> Result<Vec<(Chain, Chain)>, EntryError> {
    let segment = |chain: Chain| {
        let [a, b] = setup.chains[chain.index()].map(|cell| BOARD.axial(cell));
        hexgrid::Segment::new(a, b)
    };
    let matters = |a: Chain, b: Chain| {
        let opposed = a.side() != b.side() || setup.options == Options::Tabletop;
        a < b && opposed && segment(a).crosses(segment(b))
    };
    let pairs = Chain::ALL.into_iter().flat_map(|a| Chain::ALL.map(|b| (a, b)));
    let crossing = pairs.filter(|&(a, b)| matters(a, b));
    crossing.map(|(a, b)| later(a, b, ages[a.index()], ages[b.index()])).collect()
}

fn later(
    a: Chain,
    b: Chain,
    a_moved: Option<u64>,
    b_moved: Option<u64>,
) -> Result<(Chain, Chain), EntryError> {
    let (Some(a_moved), Some(b_moved)) = (a_moved, b_moved) else {
        return Err(EntryError::AgeMissing(a, b));
    };
    match a_moved.cmp(&b_moved) {
        std::cmp::Ordering::Greater => Ok((a, b)),
        std::cmp::Ordering::Less => Ok((b, a)),
        std::cmp::Ordering::Equal => Err(EntryError::SameAge(a, b, a_moved)),
    }
}

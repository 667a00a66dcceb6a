//! The checker: every line follows from those before it, or the proof is refused.

use super::read::{self, End, Head, Kind, Line, WhyClaim, WhyLink};
use game::{Position as _, Side};
use hex::{Board, CellSet, Edge, Position};
use hexgrid::Cell;
use std::collections::HashMap;

/// What a checked proof shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proven {
    /// Of which position.
    pub position: Position,
    /// Who wins it.
    pub winner: Side,
    /// How many links and claims were checked.
    pub lines: usize,
}

/// Checks a proof from its first line to its last.
///
/// # Errors
/// The first line that cannot be read or does not follow, and why.
pub fn check(text: &str) -> Result<Proven, String> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let head = read::head(&mut lines.by_ref().map(|(_, line)| line))?;
    let mut checker = Checker::new(&head);
    let mut result = None;
    for (i, text) in lines {
        let at = |what: String| format!("line {}: {what}", i + 1);
        if result.is_some() {
            return Err(at("nothing may follow the result".into()));
        }
        let line = read::line(checker.board, text).map_err(at)?;
        result = checker.take(line, &head).map_err(at)?;
    }
    result.ok_or_else(|| "the proof has no result".to_owned())
}

struct Checker {
    board: &'static Board,
    winner: Side,
    stones: CellSet,
    links: HashMap<usize, Link>,
    claims: HashMap<usize, Claim>,
    lines: usize,
}

#[derive(Clone, Copy)]
struct Link {
    kind: Kind,
    ends: [End; 2],
    cells: CellSet,
}

#[derive(Clone, Copy)]
struct Claim {
    kind: Kind,
    stones: CellSet,
    cells: CellSet,
}

impl Checker {
    fn new(head: &Head) -> Self {
        Self {
            board: head.position.board(),
            winner: head.winner,
            stones: CellSet::EMPTY,
            links: HashMap::new(),
            claims: HashMap::new(),
            lines: 0,
        }
    }

    fn take(&mut self, line: Line, head: &Head) -> Result<Option<Proven>, String> {
        self.lines += 1;
        match line {
            Line::Stones(stones) => {
                self.stones = stones;
                self.links.clear();
            }
            Line::Link { number, kind, ends, cells, why } => {
                let link = Link { kind, ends, cells };
                self.check_link(link, &why)?;
                self.links.insert(number, link);
            }
            Line::Claim { number, kind, cells, why } => {
                let claim = Claim { kind, stones: self.stones, cells };
                self.check_claim(claim, &why)?;
                self.claims.insert(number, claim);
            }
            Line::Result(number) => return self.conclude(number, head).map(Some),
        }
        Ok(None)
    }

    fn check_link(&self, link: Link, why: &WhyLink) -> Result<(), String> {
        let ends = link.ends.iter().fold(CellSet::EMPTY, |set, end| set | end.cell());
        if link.cells.meets(self.stones | ends) {
            return Err("a link's cells are neither stones nor its ends".into());
        }
        match why {
            WhyLink::Touch => self.check_touch(link),
            WhyLink::And(a, b, via) => self.check_and(link, self.link(*a)?, self.link(*b)?, *via),
            WhyLink::Or(parts) => {
                let parts: Vec<Link> =
                    parts.iter().map(|&part| self.link(part)).collect::<Result<_, _>>()?;
                if parts.iter().any(|part| !part.joins(link.ends)) {
                    return Err("a part joins other ends".into());
                }
                check_or(link.kind, link.cells, parts.iter().map(|part| part.cells))
            }
        }
    }

    fn link(&self, number: usize) -> Result<Link, String> {
        self.links.get(&number).copied().ok_or_else(|| format!("there is no link {number} here"))
    }

    fn claim(&self, number: usize) -> Result<Claim, String> {
        self.claims.get(&number).copied().ok_or_else(|| format!("there is no claim {number}"))
    }

    /// The stones and the ends themselves join the ends.
    fn check_touch(&self, link: Link) -> Result<(), String> {
        let [from, to] = link.ends;
        let all = self.stones | from.cell() | to.cell();
        let mut reached = self.reach(from) & all;
        loop {
            let mut more = reached;
            for cell in reached {
                more |= self.board.neighbours(cell).iter().copied().collect::<CellSet>() & all;
            }
            if more == reached {
                break;
            }
            reached = more;
        }
        if reached.meets(self.reach(to)) { Ok(()) } else { Err("the ends do not touch".into()) }
    }

    /// The cells that an end is, or touches in the case of an edge.
    fn reach(&self, end: End) -> CellSet {
        match end {
            End::Near => self.board.edge(Edge::near(self.winner)),
            End::Far => self.board.edge(Edge::far(self.winner)),
            End::At(cell) => CellSet::EMPTY.with(cell),
        }
    }

    fn check_and(&self, link: Link, a: Link, b: Link, via: Cell) -> Result<(), String> {
        let [from, to] = link.ends;
        if !a.joins([from, End::At(via)]) || !b.joins([End::At(via), to]) {
            return Err("the parts do not meet there".into());
        }
        if (a.cells | from.cell()).meets(b.cells | to.cell()) {
            return Err("a cell is used twice".into());
        }
        let step = CellSet::EMPTY.with(via) & !self.stones;
        let semis = usize::from(a.kind == Kind::Semi) + usize::from(b.kind == Kind::Semi);
        let is_right = match link.kind {
            Kind::Full => semis == 0 && step.is_empty(),
            Kind::Semi => semis + step.len() <= 1,
        };
        if !is_right {
            return Err("one move does not make it".into());
        }
        covers(link.cells, a.cells | b.cells | step)
    }

    fn check_claim(&self, claim: Claim, why: &WhyClaim) -> Result<(), String> {
        if claim.cells.meets(self.stones) {
            return Err("a claim's cells have no stones".into());
        }
        match why {
            WhyClaim::Link(number) => {
                let link = self.link(*number)?;
                if !link.joins([End::Near, End::Far]) {
                    return Err("the link does not join the edges".into());
                }
                if claim.kind == Kind::Full && link.kind == Kind::Semi {
                    return Err("the link is only semi".into());
                }
                covers(claim.cells, link.cells)
            }
            WhyClaim::Move(cell, number) => self.check_move(claim, *cell, *number),
            WhyClaim::Or(parts) => {
                let parts: Vec<Claim> =
                    parts.iter().map(|&part| self.claim(part)).collect::<Result<_, _>>()?;
                if parts.iter().any(|part| part.stones.meets(!self.stones)) {
                    return Err("a part needs a stone that is missing".into());
                }
                check_or(claim.kind, claim.cells, parts.iter().map(|p| p.cells & !self.stones))
            }
        }
    }

    fn check_move(&self, claim: Claim, cell: Cell, number: usize) -> Result<(), String> {
        let then = self.claim(number)?;
        let stones = self.stones.with(cell);
        if claim.kind == Kind::Full {
            return Err("a move makes a semi claim".into());
        }
        if then.kind == Kind::Semi {
            return Err("after the move the opponent is to move".into());
        }
        if then.stones.meets(!stones) {
            return Err("a stone is missing".into());
        }
        covers(claim.cells, (then.cells & !stones).with(cell) & !self.stones)
    }

    fn conclude(&self, number: usize, head: &Head) -> Result<Proven, String> {
        let claim = self.claim(number)?;
        let position = &head.position;
        if claim.stones.meets(!position.stones(head.winner)) {
            return Err("the winner lacks a stone of the claim".into());
        }
        if claim.cells.meets(position.stones(head.winner.other())) {
            return Err("the opponent has a stone in the claim's cells".into());
        }
        if claim.kind == Kind::Semi && position.side_to_move() != head.winner {
            return Err("the claim needs the winner to move".into());
        }
        Ok(Proven { position: position.clone(), winner: head.winner, lines: self.lines })
    }
}

impl Link {
    fn joins(&self, ends: [End; 2]) -> bool {
        self.ends == ends || self.ends == [ends[1], ends[0]]
    }
}

impl End {
    fn cell(self) -> CellSet {
        match self {
            Self::Near | Self::Far => CellSet::EMPTY,
            Self::At(cell) => CellSet::EMPTY.with(cell),
        }
    }
}

/// No cell is common to all parts. (For a semi link or claim one part would do, but nobody needs
/// to say so.)
fn check_or(
    kind: Kind,
    cells: CellSet,
    mut parts: impl Iterator<Item = CellSet>,
) -> Result<(), String> {
    if kind == Kind::Semi {
        return Err("or makes something full".into());
    }
    let first = parts.next().unwrap_or(CellSet::EMPTY);
    let (meet, join) = parts.fold((first, first), |(meet, join), p| (meet & p, join | p));
    if !meet.is_empty() {
        return Err("a cell is common to all parts".into());
    }
    covers(cells, join)
}

fn covers(cells: CellSet, needed: CellSet) -> Result<(), String> {
    if needed.meets(!cells) { Err("it needs more cells".into()) } else { Ok(()) }
}

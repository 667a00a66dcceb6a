//! Proof checker: every line must follow from those before it.

use super::read::{self, ClaimRule, LinkEnd, LinkKind, LinkRule, ProofHeader, ProofLine};
use game::{Position as _, Side};
use hex::{Board, CellSet, Edge, Position};
use hexgrid::Cell;
use std::collections::HashMap;

/// A checked proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckedProof {
    /// The position.
    pub position: Position,
    /// Its winner.
    pub winner: Side,
    /// Number of links and claims checked.
    pub lines: usize,
}

/// Checks a proof from its first line to its last.
///
/// # Errors
/// The first line that cannot be read or does not follow, and why.
pub fn check(text: &str) -> Result<CheckedProof, String> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let header = read::header(&mut lines.by_ref().map(|(_, line)| line))?;
    let mut checker = Checker::new(&header);
    let mut result = None;
    for (i, text) in lines {
        let at = |what: String| format!("line {}: {what}", i + 1);
        if result.is_some() {
            return Err(at("nothing may follow the result".into()));
        }
        let line = read::line(checker.board, text).map_err(at)?;
        result = checker.take(line, &header).map_err(at)?;
    }
    result.ok_or_else(|| "the proof has no result".to_owned())
}

struct Checker {
    board: &'static Board,
    winner: Side,
    stones: CellSet,
    links: HashMap<usize, CheckedLink>,
    claims: HashMap<usize, CheckedClaim>,
    lines: usize,
}

#[derive(Clone, Copy)]
struct CheckedLink {
    kind: LinkKind,
    ends: [LinkEnd; 2],
    cells: CellSet,
}

#[derive(Clone, Copy)]
struct CheckedClaim {
    kind: LinkKind,
    stones: CellSet,
    cells: CellSet,
}

impl Checker {
    fn new(header: &ProofHeader) -> Self {
        Self {
            board: header.position.board(),
            winner: header.winner,
            stones: CellSet::EMPTY,
            links: HashMap::new(),
            claims: HashMap::new(),
            lines: 0,
        }
    }

    fn take(
        &mut self,
        line: ProofLine,
        header: &ProofHeader,
    ) -> Result<Option<CheckedProof>, String> {
        self.lines += 1;
        match line {
            ProofLine::Stones(stones) => {
                self.stones = stones;
                self.links.clear();
            }
            ProofLine::Link { number, kind, ends, cells, why } => {
                let link = CheckedLink { kind, ends, cells };
                self.check_link(link, &why)?;
                self.links.insert(number, link);
            }
            ProofLine::Claim { number, kind, cells, why } => {
                let claim = CheckedClaim { kind, stones: self.stones, cells };
                self.check_claim(claim, &why)?;
                self.claims.insert(number, claim);
            }
            ProofLine::Result(number) => return self.conclude(number, header).map(Some),
        }
        Ok(None)
    }

    fn check_link(&self, link: CheckedLink, why: &LinkRule) -> Result<(), String> {
        let ends = link.ends.iter().fold(CellSet::EMPTY, |set, end| set | end.cell());
        if link.cells.meets(self.stones | ends) {
            return Err("a link's cells are neither stones nor its ends".into());
        }
        match why {
            LinkRule::Touch => self.check_touch(link),
            LinkRule::And(a, b, via) => self.check_and(link, self.link(*a)?, self.link(*b)?, *via),
            LinkRule::Or(parts) => {
                let parts: Vec<CheckedLink> =
                    parts.iter().map(|&part| self.link(part)).collect::<Result<_, _>>()?;
                if parts.iter().any(|part| !part.joins(link.ends)) {
                    return Err("a part joins other ends".into());
                }
                check_or(link.kind, link.cells, parts.iter().map(|part| part.cells))
            }
        }
    }

    fn link(&self, number: usize) -> Result<CheckedLink, String> {
        self.links.get(&number).copied().ok_or_else(|| format!("there is no link {number} here"))
    }

    fn claim(&self, number: usize) -> Result<CheckedClaim, String> {
        self.claims.get(&number).copied().ok_or_else(|| format!("there is no claim {number}"))
    }

    /// The stones and the ends themselves connect the ends.
    fn check_touch(&self, link: CheckedLink) -> Result<(), String> {
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

    /// The cell of an end, or the cells along it in the case of an edge.
    fn reach(&self, end: LinkEnd) -> CellSet {
        match end {
            LinkEnd::Near => self.board.edge(Edge::near(self.winner)),
            LinkEnd::Far => self.board.edge(Edge::far(self.winner)),
            LinkEnd::At(cell) => CellSet::EMPTY.with(cell),
        }
    }

    fn check_and(
        &self,
        link: CheckedLink,
        a: CheckedLink,
        b: CheckedLink,
        via: Cell,
    ) -> Result<(), String> {
        let [from, to] = link.ends;
        if !a.joins([from, LinkEnd::At(via)]) || !b.joins([LinkEnd::At(via), to]) {
            return Err("the parts do not meet there".into());
        }
        if (a.cells | from.cell()).meets(b.cells | to.cell()) {
            return Err("a cell is used twice".into());
        }
        let step = CellSet::EMPTY.with(via) & !self.stones;
        let semis = usize::from(a.kind == LinkKind::Semi) + usize::from(b.kind == LinkKind::Semi);
        let is_right = match link.kind {
            LinkKind::Full => semis == 0 && step.is_empty(),
            LinkKind::Semi => semis + step.len() <= 1,
        };
        if !is_right {
            return Err("one move does not make it".into());
        }
        covers(link.cells, a.cells | b.cells | step)
    }

    fn check_claim(&self, claim: CheckedClaim, why: &ClaimRule) -> Result<(), String> {
        if claim.cells.meets(self.stones) {
            return Err("a claim's cells have no stones".into());
        }
        match why {
            ClaimRule::Link(number) => {
                let link = self.link(*number)?;
                if !link.joins([LinkEnd::Near, LinkEnd::Far]) {
                    return Err("the link does not join the edges".into());
                }
                if claim.kind == LinkKind::Full && link.kind == LinkKind::Semi {
                    return Err("the link is only semi".into());
                }
                covers(claim.cells, link.cells)
            }
            ClaimRule::Move(cell, number) => self.check_move(claim, *cell, *number),
            ClaimRule::Or(parts) => {
                let parts: Vec<CheckedClaim> =
                    parts.iter().map(|&part| self.claim(part)).collect::<Result<_, _>>()?;
                if parts.iter().any(|part| part.stones.meets(!self.stones)) {
                    return Err("a part needs a stone that is missing".into());
                }
                check_or(claim.kind, claim.cells, parts.iter().map(|p| p.cells & !self.stones))
            }
        }
    }

    fn check_move(&self, claim: CheckedClaim, cell: Cell, number: usize) -> Result<(), String> {
        let then = self.claim(number)?;
        let stones = self.stones.with(cell);
        if claim.kind == LinkKind::Full {
            return Err("a move makes a semi claim".into());
        }
        if then.kind == LinkKind::Semi {
            return Err("after the move the opponent is to move".into());
        }
        if then.stones.meets(!stones) {
            return Err("a stone is missing".into());
        }
        covers(claim.cells, (then.cells & !stones).with(cell) & !self.stones)
    }

    fn conclude(&self, number: usize, header: &ProofHeader) -> Result<CheckedProof, String> {
        let claim = self.claim(number)?;
        let position = &header.position;
        if claim.stones.meets(!position.stones(header.winner)) {
            return Err("the winner lacks a stone of the claim".into());
        }
        if claim.cells.meets(position.stones(header.winner.other())) {
            return Err("the opponent has a stone in the claim's cells".into());
        }
        if claim.kind == LinkKind::Semi && position.side_to_move() != header.winner {
            return Err("the claim needs the winner to move".into());
        }
        Ok(CheckedProof { position: position.clone(), winner: header.winner, lines: self.lines })
    }
}

impl CheckedLink {
    fn joins(&self, ends: [LinkEnd; 2]) -> bool {
        self.ends == ends || self.ends == [ends[1], ends[0]]
    }
}

impl LinkEnd {
    fn cell(self) -> CellSet {
        match self {
            Self::Near | Self::Far => CellSet::EMPTY,
            Self::At(cell) => CellSet::EMPTY.with(cell),
        }
    }
}

/// The parts have an empty intersection. (For a semi link or claim one part would do, which is not
/// supported.)
fn check_or(
    kind: LinkKind,
    cells: CellSet,
    mut parts: impl Iterator<Item = CellSet>,
) -> Result<(), String> {
    if kind == LinkKind::Semi {
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

//! Proof checker: every line must follow from those before it.

use super::read::{self, ClaimRule, LinkEnd, LinkKind, LinkRule, ProofHeader, ProofLine};
use super::{ProofError, ProofFault};
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
pub fn check(text: &str) -> Result<CheckedProof, ProofError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let header = read::header(&mut lines.by_ref().map(|(_, line)| line))?;
    let mut checker = Checker::new(&header);
    let mut result = None;
    for (i, text) in lines {
        let at = |fault| ProofError::at(i + 1, fault);
        if result.is_some() {
            return Err(at(ProofFault::AfterResult));
        }
        let line = read::line(checker.board, text).map_err(at)?;
        result = checker.take(line, &header).map_err(at)?;
    }
    Ok(result.ok_or(ProofFault::NoResult)?)
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
    ) -> Result<Option<CheckedProof>, ProofFault> {
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

    fn check_link(&self, link: CheckedLink, why: &LinkRule) -> Result<(), ProofFault> {
        let ends = link.ends.iter().fold(CellSet::EMPTY, |set, end| set | end.cell());
        if link.cells.meets(self.stones | ends) {
            return Err(ProofFault::DoesNotFollow(
                "a link's cells are neither stones nor its ends",
            ));
        }
        match why {
            LinkRule::Touch => self.check_touch(link),
            LinkRule::And(a, b, via) => self.check_and(link, self.link(*a)?, self.link(*b)?, *via),
            LinkRule::Or(parts) => {
                let parts: Vec<CheckedLink> =
                    parts.iter().map(|&part| self.link(part)).collect::<Result<_, _>>()?;
                if parts.iter().any(|part| !part.joins(link.ends)) {
                    return Err(ProofFault::DoesNotFollow("a part joins other ends"));
                }
                check_or(link.kind, link.cells, parts.iter().map(|part| part.cells))
            }
        }
    }

    fn link(&self, number: usize) -> Result<CheckedLink, ProofFault> {
        self.links.get(&number).copied().ok_or(ProofFault::NoLink(number))
    }

    fn claim(&self, number: usize) -> Result<CheckedClaim, ProofFault> {
        self.claims.get(&number).copied().ok_or(ProofFault::NoClaim(number))
    }

    /// The stones and the ends themselves connect the ends.
    fn check_touch(&self, link: CheckedLink) -> Result<(), ProofFault> {
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
        if reached.meets(self.reach(to)) {
            Ok(())
        } else {
            Err(ProofFault::DoesNotFollow("the ends do not touch"))
        }
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
    ) -> Result<(), ProofFault> {
        let [from, to] = link.ends;
        if !a.joins([from, LinkEnd::At(via)]) || !b.joins([LinkEnd::At(via), to]) {
            return Err(ProofFault::DoesNotFollow("the parts do not meet there"));
        }
        if (a.cells | from.cell()).meets(b.cells | to.cell()) {
            return Err(ProofFault::DoesNotFollow("a cell is used twice"));
        }
        let step = CellSet::EMPTY.with(via) & !self.stones;
        let semis = usize::from(a.kind == LinkKind::Semi) + usize::from(b.kind == LinkKind::Semi);
        let is_right = match link.kind {
            LinkKind::Full => semis == 0 && step.is_empty(),
            LinkKind::Semi => semis + step.len() <= 1,
        };
        if !is_right {
            return Err(ProofFault::DoesNotFollow("one move does not make it"));
        }
        covers(link.cells, a.cells | b.cells | step)
    }

    fn check_claim(&self, claim: CheckedClaim, why: &ClaimRule) -> Result<(), ProofFault> {
        if claim.cells.meets(self.stones) {
            return Err(ProofFault::DoesNotFollow("a claim's cells have no stones"));
        }
        match why {
            ClaimRule::Link(number) => {
                let link = self.link(*number)?;
                if !link.joins([LinkEnd::Near, LinkEnd::Far]) {
                    return Err(ProofFault::DoesNotFollow("the link does not join the edges"));
                }
                if claim.kind == LinkKind::Full && link.kind == LinkKind::Semi {
                    return Err(ProofFault::DoesNotFollow("the link is only semi"));
                }
                covers(claim.cells, link.cells)
            }
            ClaimRule::Move(cell, number) => self.check_move(claim, *cell, *number),
            ClaimRule::Or(parts) => {
                let parts: Vec<CheckedClaim> =
                    parts.iter().map(|&part| self.claim(part)).collect::<Result<_, _>>()?;
                if parts.iter().any(|part| part.stones.meets(!self.stones)) {
                    return Err(ProofFault::DoesNotFollow("a part needs a stone that is missing"));
                }
                check_or(claim.kind, claim.cells, parts.iter().map(|p| p.cells & !self.stones))
            }
        }
    }

    fn check_move(&self, claim: CheckedClaim, cell: Cell, number: usize) -> Result<(), ProofFault> {
        let then = self.claim(number)?;
        let stones = self.stones.with(cell);
        if claim.kind == LinkKind::Full {
            return Err(ProofFault::DoesNotFollow("a move makes a semi claim"));
        }
        if then.kind == LinkKind::Semi {
            return Err(ProofFault::DoesNotFollow("after the move the opponent is to move"));
        }
        if then.stones.meets(!stones) {
            return Err(ProofFault::DoesNotFollow("a stone is missing"));
        }
        covers(claim.cells, (then.cells & !stones).with(cell) & !self.stones)
    }

    fn conclude(&self, number: usize, header: &ProofHeader) -> Result<CheckedProof, ProofFault> {
        let claim = self.claim(number)?;
        let position = &header.position;
        if claim.stones.meets(!position.stones(header.winner)) {
            return Err(ProofFault::DoesNotFollow("the winner lacks a stone of the claim"));
        }
        if claim.cells.meets(position.stones(header.winner.other())) {
            return Err(ProofFault::DoesNotFollow("the opponent has a stone in the claim's cells"));
        }
        if claim.kind == LinkKind::Semi && position.side_to_move() != header.winner {
            return Err(ProofFault::DoesNotFollow("the claim needs the winner to move"));
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
) -> Result<(), ProofFault> {
    if kind == LinkKind::Semi {
        return Err(ProofFault::DoesNotFollow("or makes something full"));
    }
    let first = parts.next().unwrap_or(CellSet::EMPTY);
    let (meet, join) = parts.fold((first, first), |(meet, join), p| (meet & p, join | p));
    if !meet.is_empty() {
        return Err(ProofFault::DoesNotFollow("a cell is common to all parts"));
    }
    covers(cells, join)
}

fn covers(cells: CellSet, needed: CellSet) -> Result<(), ProofFault> {
    if needed.meets(!cells) {
        Err(ProofFault::DoesNotFollow("it needs more cells"))
    } else {
        Ok(())
    }
}

//! The rules of Eclipse once more, slow and plain, for the fast ones to agree with.
//!
//! Nothing is shared with the crate but the notation: cells are pairs (x, y) of doubled
//! coordinates, links are pairs of cells, crossings are found by solving for the point of
//! intersection in fractions, and who is pinned is worked out anew from the plies of last moves.

use eclipse::{Move, Position};
use game::{Outcome, Side};
use hexgrid::Cell;
use std::fmt::Write;

/// Doubled coordinates: a step along a row is (2, 0), a step to the next row (1, 1).
pub(crate) type Spot = (i32, i32);

const STEPS: [Spot; 6] = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];
const DIAGONALS: [Spot; 6] = [(3, 1), (0, 2), (-3, 1), (-3, -1), (0, -2), (3, -1)];

#[derive(Clone, Debug)]
pub(crate) struct Chain {
    pub(crate) owner: usize,
    pub(crate) long: bool,
    pub(crate) ends: [Spot; 2],
    pub(crate) moved: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Slow {
    pub(crate) comets: [Spot; 2],
    pub(crate) chains: Vec<Chain>,
    pub(crate) turn: usize,
    pub(crate) ply: usize,
    pub(crate) tabletop: bool,
}

/// The cells in the order of their numbers.
pub(crate) fn board() -> Vec<Spot> {
    let widest = |y: i32| [6, 7, 6, 5][y.unsigned_abs() as usize];
    let rows = (-3..=3).flat_map(|y| (-widest(y)..=widest(y)).map(move |x| (x, y)));
    rows.filter(|(x, y)| (x + y) % 2 == 0).collect()
}

fn cell(spot: Spot) -> Cell {
    Cell::new(board().iter().position(|&s| s == spot).expect("on the board"))
}

fn spot(number: &str) -> Spot {
    board()[number.parse::<usize>().expect("a number") - 1]
}

fn minus(a: Spot, b: Spot) -> Spot {
    (a.0 - b.0, a.1 - b.1)
}

/// Whether `top / bottom` lies strictly between 0 and 1.
fn inside(top: i32, bottom: i32) -> bool {
    if bottom < 0 { inside(-top, -bottom) } else { 0 < top && top < bottom }
}

/// Solves p + t·u = q + s·v; EC-3.3 asks for 0 < t < 1 and 0 < s < 1.
pub(crate) fn cross(one: [Spot; 2], two: [Spot; 2]) -> bool {
    let (u, v, w) = (minus(one[1], one[0]), minus(two[1], two[0]), minus(two[0], one[0]));
    let bottom = u.0 * v.1 - u.1 * v.0;
    let t = w.0 * v.1 - w.1 * v.0;
    let s = w.0 * u.1 - w.1 * u.0;
    bottom != 0 && inside(t, bottom) && inside(s, bottom)
}

impl Slow {
    pub(crate) fn start(tabletop: bool) -> Self {
        let light = [
            (false, [(5, -3), (6, -2)]),
            (false, [(6, 2), (5, 3)]),
            (true, [(7, -1), (7, 1)]),
            (true, [(5, -1), (5, 1)]),
            (true, [(3, -1), (3, 1)]),
        ];
        let turned = |(x, y): Spot| (-x, -y);
        let mut chains = Vec::new();
        for owner in [0, 1] {
            for (long, ends) in light {
                let ends = if owner == 0 { ends } else { ends.map(turned) };
                chains.push(Chain { owner, long, ends, moved: 0 });
            }
        }
        Self { comets: [(6, 0), (-6, 0)], chains, turn: 0, ply: 0, tabletop }
    }

    /// From the one-line text; the plies of last moves are made up to fit who lies on top.
    pub(crate) fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split_whitespace().filter(|w| *w != "/").collect();
        let mut slow = Self::start(words[14] == "tabletop");
        for (owner, row) in words[..12].chunks(6).enumerate() {
            slow.comets[owner] = spot(&row[0][1..]);
            for (i, word) in row[1..].iter().enumerate() {
                let (a, b) = word.split_once('-').expect("two ends");
                slow.chains[owner * 5 + i].ends = [spot(a), spot(b)];
            }
        }
        slow.turn = usize::from(words[12] == "d");
        let letter = |c: u8| usize::from(c - b'a');
        for _ in 0..10 {
            for pair in words[13].split(',').filter(|pair| *pair != "-") {
                let (upper, lower) = (letter(pair.as_bytes()[0]), letter(pair.as_bytes()[2]));
                let above = slow.chains[lower].moved + 1;
                slow.chains[upper].moved = slow.chains[upper].moved.max(above);
            }
        }
        slow.ply = 20;
        slow
    }

    pub(crate) fn text(&self) -> String {
        let number = |spot| eclipse::number(cell(spot));
        let mut text = String::new();
        for owner in [0, 1] {
            write!(text, "*{} ", number(self.comets[owner])).unwrap();
            for chain in &self.chains[owner * 5..owner * 5 + 5] {
                let mut ends = chain.ends.map(number);
                ends.sort_unstable();
                write!(text, "{}-{} ", ends[0], ends[1]).unwrap();
            }
            text.push_str(["/ ", ""][owner]);
        }
        let letter = |i: usize| char::from(b'a' + i as u8);
        let pairs = (0..100).map(|i| (i / 10, i % 10)).filter(|&(a, b)| self.pins(a, b));
        let overlaps: Vec<String> =
            pairs.map(|(a, b)| format!("{}>{}", letter(a), letter(b))).collect();
        let overlaps = if overlaps.is_empty() { "-".into() } else { overlaps.join(",") };
        let rules = if self.tabletop { "tabletop" } else { "standard" };
        format!("{text}{} {overlaps} {rules}", ["l", "d"][self.turn])
    }

    /// EC-3.4, EC-5.1: whether chain `upper` pins chain `lower`.
    pub(crate) fn pins(&self, upper: usize, lower: usize) -> bool {
        let (upper, lower) = (&self.chains[upper], &self.chains[lower]);
        (upper.owner != lower.owner || self.tabletop)
            && cross(upper.ends, lower.ends)
            && upper.moved > lower.moved
    }

    pub(crate) fn pinned(&self, chain: usize) -> bool {
        (0..10).any(|other| self.pins(other, chain))
    }

    fn free(&self, spot: Spot) -> bool {
        let taken = self.comets.contains(&spot);
        board().contains(&spot) && !taken && self.chains.iter().all(|c| !c.ends.contains(&spot))
    }

    /// EC-3.1.
    fn comet_steps(&self, owner: usize) -> Vec<(Spot, Spot)> {
        let from = self.comets[owner];
        let reachable = STEPS.map(|(x, y)| (from.0 + x, from.1 + y)).into_iter();
        let open = reachable.filter(|&to| {
            let theirs = self.chains.iter().filter(|c| c.owner != owner);
            self.free(to) && !theirs.into_iter().any(|c| cross(c.ends, [from, to]))
        });
        open.map(|to| (from, to)).collect()
    }

    /// EC-3.2.
    fn satellite_jumps(&self) -> Vec<(Spot, Spot)> {
        let mut jumps = Vec::new();
        for (i, chain) in self.chains.iter().enumerate() {
            if chain.owner != self.turn || self.pinned(i) {
                continue;
            }
            for (from, partner) in [(0, 1), (1, 0)] {
                for to in board() {
                    let link = minus(to, chain.ends[partner]);
                    let fits = STEPS.contains(&link) || chain.long && DIAGONALS.contains(&link);
                    if fits && self.free(to) {
                        jumps.push((chain.ends[from], to));
                    }
                }
            }
        }
        jumps
    }

    /// EC-4.1, EC-5.2: the side that has lost, if one has.
    pub(crate) fn loser(&self) -> Option<usize> {
        let (own, other) = (self.turn, 1 - self.turn);
        let blocked = |owner| self.comet_steps(owner).is_empty();
        if !self.tabletop {
            blocked(own).then_some(own)
        } else if blocked(other) {
            Some(other)
        } else {
            (blocked(own) && self.satellite_jumps().is_empty()).then_some(own)
        }
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        self.loser().map(|loser| Outcome::Win(Side::BOTH[1 - loser]))
    }

    pub(crate) fn moves(&self) -> Vec<(Spot, Spot)> {
        if self.loser().is_some() {
            return Vec::new();
        }
        [self.comet_steps(self.turn), self.satellite_jumps()].concat()
    }

    pub(crate) fn after(&self, (from, to): (Spot, Spot)) -> Self {
        let mut next = self.clone();
        next.ply += 1;
        next.turn = 1 - self.turn;
        for comet in next.comets.iter_mut().filter(|comet| **comet == from) {
            *comet = to;
        }
        for chain in next.chains.iter_mut().filter(|chain| chain.ends.contains(&from)) {
            chain.ends = chain.ends.map(|end| if end == from { to } else { end });
            chain.moved = next.ply;
        }
        next
    }

    pub(crate) fn perft(&self, depth: usize) -> u64 {
        let moves = self.moves();
        match depth {
            0 => 1,
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|mv| self.after(mv).perft(depth - 1)).sum(),
        }
    }
}

pub(crate) fn as_move((from, to): (Spot, Spot)) -> Move {
    Move::new(cell(from), cell(to))
}

pub(crate) fn as_spots(mv: Move) -> (Spot, Spot) {
    (board()[mv.from.index()], board()[mv.to.index()])
}

pub(crate) fn moves(position: &Position) -> Vec<Move> {
    Slow::read(&position.to_string()).moves().into_iter().map(as_move).collect()
}

pub(crate) fn after(position: &Position, mv: Move) -> Position {
    let next = Slow::read(&position.to_string()).after(as_spots(mv));
    next.text().parse().expect("the slow rules write what can be read")
}

pub(crate) fn outcome(position: &Position) -> Option<Outcome> {
    Slow::read(&position.to_string()).outcome()
}

//! Transposition table (Greenblatt 1967) of the solver, in bounded memory.

use super::key::SolverKey;
use super::proof_numbers::ProofNumbers;
use hexgrid::{Cell, CellArray, CellSet};

/// Estimates of the moves of a position, by cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveEstimates<const W: usize> {
    /// Circuit score (electric-circuit evaluation), 0 to 255.
    pub(crate) circuit_scores: CellArray<u8, W>,
    /// Size of the opponent's must-play region after the move.
    pub(crate) answers: CellArray<u8, W>,
}

impl<const W: usize> MoveEstimates<W> {
    pub(crate) const NONE: Self =
        Self { circuit_scores: CellArray::filled(0), answers: CellArray::filled(0) };

    pub(crate) fn circuit_score(&self, cell: Cell) -> u8 {
        self.circuit_scores[cell]
    }

    pub(crate) fn answers(&self, cell: Cell) -> u8 {
        self.answers[cell]
    }

    pub(crate) fn set_answers(&mut self, cell: Cell, answers: usize) {
        self.answers[cell] = answers.min(u8::MAX.into()) as u8;
    }
}

/// What is stored of a position, in the orientation of its key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry<const W: usize> {
    check: u64,
    pub(crate) numbers: ProofNumbers,
    /// Nodes searched below; 0 marks an empty slot.
    pub(crate) work: u32,
    /// The winning move of a won position, counted from 1.
    best: u16,
    /// Whether the moves were estimated.
    pub(crate) is_estimated: bool,
    /// The moves of an unsolved position that are not refuted.
    pub(crate) moves: CellSet<W>,
    /// The carrier of the proof, or of the refutations so far.
    pub(crate) carrier: CellSet<W>,
    pub(crate) estimates: MoveEstimates<W>,
}

impl<const W: usize> Entry<W> {
    pub(crate) const fn new(numbers: ProofNumbers, work: u32, carrier: CellSet<W>) -> Self {
        Self {
            check: 0,
            numbers,
            work: if work == 0 { 1 } else { work },
            best: 0,
            is_estimated: false,
            moves: CellSet::EMPTY,
            carrier,
            estimates: MoveEstimates::NONE,
        }
    }

    pub(crate) fn with_best(self, best: Option<Cell>) -> Self {
        Self { best: best.map_or(0, |cell| cell.index() as u16 + 1), ..self }
    }

    pub(crate) fn best(&self) -> Option<Cell> {
        self.best.checked_sub(1).map(|index| Cell::new(usize::from(index)))
    }
}

const WAYS: usize = 4;

/// Set-associative hash table; the entry with the least work is replaced. Memory is taken only as
/// it fills.
#[derive(Debug)]
pub(crate) struct SolverTable<const W: usize> {
    /// Index of the bucket of each slot, counted from 1; 0 where there is none yet.
    places: Vec<u32>,
    buckets: Vec<[Entry<W>; WAYS]>,
}

impl<const W: usize> SolverTable<W> {
    /// A table of at most this size.
    pub(crate) fn new(mib: usize) -> Self {
        let count = mib * 1024 * 1024 / (size_of::<[Entry<W>; WAYS]>() + size_of::<u32>());
        Self { places: vec![0; count.clamp(1, u32::MAX as usize)], buckets: Vec::new() }
    }

    pub(crate) fn probe(&self, key: SolverKey) -> Option<&Entry<W>> {
        let is_it = |entry: &&Entry<W>| entry.check == key.check && entry.work > 0;
        let place = self.places[self.slot(key)].checked_sub(1)?;
        self.buckets[place as usize].iter().find(is_it)
    }

    pub(crate) fn store(&mut self, key: SolverKey, entry: Entry<W>) {
        let bucket = self.bucket(key);
        let known = bucket.iter().position(|e| e.check == key.check && e.work > 0);
        let cheapest = || (0..WAYS).min_by_key(|&i| bucket[i].work).unwrap_or(0);
        let slot = known.unwrap_or_else(cheapest);
        bucket[slot] = Entry { check: key.check, ..entry };
    }

    fn bucket(&mut self, key: SolverKey) -> &mut [Entry<W>; WAYS] {
        let slot = self.slot(key);
        if self.places[slot] == 0 {
            let nothing = Entry { work: 0, ..Entry::new(ProofNumbers::UNKNOWN, 1, CellSet::EMPTY) };
            self.buckets.push([nothing; WAYS]);
            self.places[slot] = self.buckets.len() as u32;
        }
        &mut self.buckets[self.places[slot] as usize - 1]
    }

    fn slot(&self, key: SolverKey) -> usize {
        ((u128::from(key.slot) * self.places.len() as u128) >> 64) as usize
    }
}

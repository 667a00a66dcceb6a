//! Agglomerative clustering (Ward 1963), greedy by savings: which files of the splitter become one.
//!
//! A file costs each page that needs it its size and a request. Putting two together saves requests and
//! makes the pages that needed one of them fetch the other. As long as some pair saves more than it costs,
//! the best one is put together.

/// What a request costs besides the file, in bytes before compression: headers, and what every module has.
const REQUEST: usize = 7_000;

/// Files that are fetched together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Piece {
    /// The parts that need it, a bit each.
    pub(super) users: u64,
    /// Bytes before compression.
    pub(super) size: usize,
    pub(super) files: Vec<String>,
}

impl Piece {
    fn cost(users: u64, size: usize) -> usize {
        users.count_ones() as usize * (size + REQUEST)
    }

    /// How much is saved by putting two together, if anything.
    fn saving(&self, other: &Self) -> Option<usize> {
        let apart = Self::cost(self.users, self.size) + Self::cost(other.users, other.size);
        let together = Self::cost(self.users | other.users, self.size + other.size);
        apart.checked_sub(together).filter(|saving| *saving > 0)
    }

    fn with(mut self, other: Self) -> Self {
        self.files.extend(other.files);
        Self { users: self.users | other.users, size: self.size + other.size, files: self.files }
    }
}

/// The same files in fewer pieces.
pub(super) fn grouped(mut pieces: Vec<Piece>) -> Vec<Piece> {
    while let Some((first, second)) = best_pair(&pieces) {
        let other = pieces.swap_remove(second);
        let one = pieces.swap_remove(first);
        pieces.push(one.with(other));
    }
    // Names of files follow: the same input gives the same names.
    pieces.sort_by(|a, b| a.files.cmp(&b.files));
    pieces
}

/// The pair that saves most, the first index the smaller one.
fn best_pair(pieces: &[Piece]) -> Option<(usize, usize)> {
    let pairs = (0..pieces.len()).flat_map(|i| (i + 1..pieces.len()).map(move |j| (i, j)));
    let saving = pairs.filter_map(|(i, j)| Some((pieces[i].saving(&pieces[j])?, i, j)));
    saving.max_by_key(|(saving, ..)| *saving).map(|(_, i, j)| (i, j))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &str, users: u64, size: usize) -> Piece {
        Piece { users, size, files: vec![name.to_owned()] }
    }

    #[test]
    fn what_the_same_pages_need_is_put_together() {
        let all =
            vec![piece("a", 0b11, 90_000), piece("b", 0b01, 90_000), piece("c", 0b11, 90_000)];
        let grouped = grouped(all);
        assert_eq!(grouped.len(), 2);
        let both = grouped.iter().find(|piece| piece.users == 0b11).unwrap();
        assert_eq!((both.size, both.files.len()), (180_000, 2));
    }

    #[test]
    fn small_pieces_join_larger_ones_and_large_ones_stay_apart() {
        let all =
            vec![piece("a", 0b111, 50_000), piece("b", 0b011, 300), piece("c", 0b100, 50_000)];
        let grouped = grouped(all);
        let users: Vec<u64> = grouped.iter().map(|piece| piece.users).collect();
        assert_eq!(users, [0b111, 0b100]);
    }
}

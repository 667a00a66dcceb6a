//! What happens when a move is played (EC-3.4), and `impl game::Position`.

use crate::chain::{Chain, ChainSet};
use crate::key;
use crate::link::Link;
use crate::moves::Move;
use crate::options::Options;
use crate::position::Position;
use crate::{illegal_reason, player_notation};
use game::{InvalidPosition, Key, MoveList, Outcome, ParseError, Side, Viewer};
use hexgrid::Cell;

impl Position {
    #[inline]
    fn step_comet(&mut self, mv: Move) {
        let side = self.side;
        self.key ^= key::comet_key(side, mv.from) ^ key::comet_key(side, mv.to);
        self.comets[side] = mv.to;
    }

    /// The moving chain is not pinned, so it lies under nothing: all that changes is its link and
    /// what lies below it.
    #[inline]
    fn move_satellite(&mut self, chain: Chain, mv: Move) {
        let old = self.link(chain);
        let new = Link::joining(old.partner(mv.from), mv.to);
        self.key ^= key::chain_key(chain, old) ^ key::chain_key(chain, new);
        self.key ^= self.overlap_keys(chain);
        self.links[chain.index()] = new;
        self.below[chain.index()] = self.crossed(chain);
        self.key ^= self.overlap_keys(chain);
    }

    /// The chains that `chain` pins when it comes to lie on top of all it crosses.
    #[inline]
    fn crossed(&self, chain: Chain) -> ChainSet {
        let own = self.link(chain);
        let cross = |set: ChainSet, other| set.with_if(other, own.crosses(self.link(other)));
        let opposite = Chain::of(chain.side().other()).fold(ChainSet::EMPTY, cross);
        match self.options {
            Options::Standard => opposite,
            Options::Tabletop => Chain::of(chain.side()).fold(opposite, cross),
        }
    }

    #[inline]
    fn overlap_keys(&self, upper: Chain) -> Key {
        let lower = self.pinned_by(upper).into_iter().map(|chain| self.link(chain));
        lower.fold(Key(0), |key, lower| key ^ key::overlap_key(self.link(upper), lower))
    }

    /// The same position with the other side to move. Nobody may pass, but whoever asks what a side
    /// threatens to do asks as if its opponent had.
    #[inline]
    pub fn passed(&self) -> Self {
        let key = self.key ^ key::DARK_TO_MOVE;
        Self { side: self.side.other(), key, ..self.clone() }
    }

    /// Which chain of the side to move has a satellite on `cell`.
    #[inline]
    fn mover(&self, cell: Cell) -> Chain {
        let mut own = Chain::of(self.side);
        let stands = |chain: &Chain| self.link(*chain).cells().contains(cell);
        own.find(stands).expect("a piece of the side to move stands on the cell")
    }
}

impl game::Position for Position {
    type Move = Move;
    type Options = Options;
    type View = Self;

    const NAME: &'static str = "eclipse";
    const PERFT: &'static str = include_str!("../perft.txt");
    const HAS_HIDDEN_INFORMATION: bool = false;
    const HAS_DRAWS: bool = true;

    fn start(options: Options) -> Self {
        Self::starting(options)
    }

    fn options(&self) -> Options {
        self.options
    }

    #[inline]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        self.result()
    }

    fn decided_by(&self) -> Option<&'static str> {
        self.outcome().map(|_| "comet trapped")
    }

    #[inline]
    fn legal_moves(&self, into: &mut MoveList<Move>) {
        self.list_moves(into);
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        if self.comets[self.side] == mv.from {
            self.step_comet(mv);
        } else {
            self.move_satellite(self.mover(mv.from), mv);
        }
        self.occupied = self.occupied.without(mv.from).with(mv.to);
        self.side = self.side.other();
        self.key ^= key::DARK_TO_MOVE;
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    fn is_progress(&self, _: Move) -> bool {
        false
    }

    fn check(&self) -> Result<(), InvalidPosition> {
        let again = self.setup().position().map_err(|fault| InvalidPosition::new(fault.what))?;
        let kept = (self.key, self.occupied);
        let anew = (again.key, again.occupied);
        let differs = || InvalidPosition::new("what is kept differs from what stands");
        (kept == anew).then_some(()).ok_or_else(differs)
    }

    fn view(&self, _: Viewer) -> Self {
        self.clone()
    }

    fn write_move(&self, mv: Move) -> String {
        player_notation::write(self, mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, ParseError> {
        player_notation::read(self, text)
    }

    fn why_illegal(&self, mv: Move) -> String {
        illegal_reason::why(self, mv)
    }
}

//! Default memory of an engine by its use.

/// Memory of transposition table or tree in MiB where no option sets it. A game whose engine needs more or less says so
/// in [`Playable::MEMORY`](crate::Playable::MEMORY).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryDefaults {
    /// Commands with a flag for it: match, engine, analyse.
    pub command: usize,
    /// A best move on the command line.
    pub best: usize,
    /// An analysis on a server or in the terminal.
    pub analysis: usize,
    /// A move or a best move on a server, where many search at once.
    pub server_move: usize,
    /// The engine of the page: small, for phones.
    pub page: usize,
    /// A helper of the engine of the page.
    pub page_helper: usize,
}

impl MemoryDefaults {
    /// What suits most games.
    pub const USUAL: Self =
        Self { command: 256, best: 64, analysis: 32, server_move: 16, page: 48, page_helper: 16 };
}

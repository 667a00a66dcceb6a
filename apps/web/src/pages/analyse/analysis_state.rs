//! State of the analysis board: the tree, the current node, and the output of the engine.

use super::later_parts::{LinkedGameError, read_linked};
use super::mistakes::Mistakes;
use crate::browser;
use crate::games::PlayMode;
use crate::http;
pub(super) use crate::pages::move_navigation::Step;
use crate::thinking::Thinking;
use analysis::{Limits, Score};
use catalog::{AnyRecord, GameName};
use leptos::prelude::*;
use leptos::task::spawn_local;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use leptos_router::params::ParamsMap;
use scene::Table as _;
use scene::table::Choice;
use std::collections::BTreeMap;
use std::time::Duration;
use study::import::Import;
use study::{NodeId, Tree, link};
use worker_protocol::SearchRequest;

/// The engine stops after this time on one position, to save power.
const LONGEST: Duration = Duration::from_mins(3);

/// Where the browser keeps whether links are shown.
const LINKS: &str = "analyse.links";

#[derive(Clone, Copy)]
pub(super) struct AnalysisState {
    pub(super) game: GameName,
    pub(super) tree: RwSignal<Tree, LocalStorage>,
    pub(super) at: RwSignal<NodeId>,
    /// The game as it stands there.
    pub(super) table: RwSignal<AnyRecord, LocalStorage>,
    pub(super) thinking: Thinking,
    pub(super) on: RwSignal<bool>,
    /// Whether the board shows what is joined to what.
    pub(super) links: RwSignal<bool>,
    /// The number of lines (`MultiPV`).
    pub(super) lines: RwSignal<u8>,
    /// The line that is pointed at.
    pub(super) hovered: RwSignal<Option<usize>>,
    /// Scores of positions for the first side, as far as they were analysed.
    pub(super) scores: RwSignal<BTreeMap<NodeId, Score>>,
    pub(super) trouble: RwSignal<Option<String>>,
    /// The games of the text that was pasted last, where it held several.
    pub(super) games: RwSignal<Vec<Tree>, LocalStorage>,
    pub(super) editing: RwSignal<bool>,
    /// What a review found.
    pub(super) mistakes: Mistakes,
}

impl AnalysisState {
    /// As it was left, or with a new game on it.
    pub(super) fn load(game: GameName) -> Self {
        let fresh = || Tree::new(&AnyRecord::begin(game, "").expect("every game opens as usual"));
        let kept = browser::read_storage(&place(game)).filter(|kept| !kept.is_empty());
        let tree = kept.map_or_else(fresh, |text| match Tree::read(game, &text) {
            Ok(tree) => tree,
            Err(partial) => partial.tree,
        });
        let at = tree.end(Tree::START);
        let table = tree.table(at);
        let analysis = Self {
            game,
            tree: RwSignal::new_local(tree),
            at: RwSignal::new(at),
            table: RwSignal::new_local(table),
            thinking: Thinking::new(),
            on: RwSignal::new(false),
            links: RwSignal::new(browser::read_storage(LINKS).is_some_and(|kept| kept == "on")),
            lines: RwSignal::new(3),
            hovered: RwSignal::new(None),
            scores: RwSignal::new(BTreeMap::new()),
            trouble: RwSignal::new(None),
            games: RwSignal::new_local(Vec::new()),
            editing: RwSignal::new(false),
            mistakes: Mistakes::new(),
        };
        analysis.keep_scores();
        analysis.think();
        analysis
    }

    /// Loads what a link holds, and takes it out of the address, which would soon be out of date.
    pub(super) fn follow_links(self, hash: Memo<String>) {
        let navigate = use_navigate();
        Effect::new(move || {
            let hash = hash.get();
            let Some(linked) = link::read(&hash) else { return };
            let navigate = navigate.clone();
            spawn_local(async move {
                let read = read_linked(self.game, linked).await;
                if self.is_gone() {
                    return;
                }
                let quietly =
                    NavigateOptions { replace: true, scroll: false, ..Default::default() };
                match read {
                    Ok(imported) if imported.tree.game() != self.game => {
                        let there = PlayMode::Analyse.address(imported.tree.game());
                        navigate(&format!("{there}{hash}"), quietly);
                        return;
                    }
                    Ok(imported) => self.take(imported),
                    Err(why) => self.trouble.set(Some(why.to_string())),
                }
                navigate(&PlayMode::Analyse.address(self.game), quietly);
            });
        });
    }

    /// Loads the finished game that the address names, and takes its name out of the address.
    pub(super) fn follow_archive(self, query: Memo<ParamsMap>) {
        let navigate = use_navigate();
        Effect::new(move || {
            let Some(id) = query.with(|query| query.get("game")) else { return };
            let navigate = navigate.clone();
            spawn_local(async move {
                let path = format!("/api/games/{}/export", http::in_address(&id));
                let read = match http::get_text(&path).await {
                    Ok(text) => read_linked(self.game, link::LinkText::Whole(text)).await,
                    Err(refusal) => Err(LinkedGameError(refusal.to_string())),
                };
                if self.is_gone() {
                    return;
                }
                match read {
                    Ok(imported) => self.take(imported),
                    Err(why) => self.trouble.set(Some(why.to_string())),
                }
                let quietly =
                    NavigateOptions { replace: true, scroll: false, ..Default::default() };
                navigate(&PlayMode::Analyse.address(self.game), quietly);
            });
        });
    }

    /// Whether the page was left: then late answers are dropped.
    fn is_gone(self) -> bool {
        self.editing.try_get_untracked().is_none()
    }

    /// Replaces the tree by an imported one.
    pub(super) fn take(self, Import { tree, mut others, warning: trouble }: Import) {
        if !others.is_empty() {
            others.insert(0, tree.clone());
        }
        self.games.set(others);
        self.open(tree);
        self.trouble.set(trouble);
    }

    /// Shows one of the games that were pasted together.
    pub(super) fn open(self, tree: Tree) {
        self.scores.set(BTreeMap::new());
        self.mistakes.clear();
        self.tree.set(tree);
        self.go(Tree::START);
        self.keep();
    }

    pub(super) fn choices(self) -> Vec<Choice> {
        self.table.with(|table| {
            let mut before = table.clone();
            // What might have followed a resignation can be tried.
            if table.conclusion().is_some() {
                before.undo();
            }
            if before.ply() == table.ply() { before.choices() } else { Vec::new() }
        })
    }

    pub(super) fn play(self, mv: &str) {
        let at = self.at.get_untracked();
        match self.tree.try_update(|tree| tree.play(at, mv)) {
            Some(Ok(next)) => {
                self.go(next);
                self.keep();
            }
            Some(Err(error)) => self.trouble.set(Some(format!("{error}."))),
            None => {}
        }
    }

    /// Plays a line, and stands at its first move.
    pub(super) fn play_line(self, moves: &[String]) {
        let at = self.at.get_untracked();
        let first = self.tree.try_update(|tree| {
            let mut node = at;
            let mut first = None;
            for mv in moves {
                node = tree.play(node, mv).ok()?;
                first.get_or_insert(node);
            }
            first
        });
        if let Some(Some(first)) = first {
            self.go(first);
            self.keep();
        }
    }

    /// Goes to a node.
    pub(super) fn go(self, at: NodeId) {
        self.trouble.set(None);
        self.hovered.set(None);
        self.table.set(self.tree.with_untracked(|tree| tree.table(at)));
        self.at.set(at);
        self.think();
    }

    pub(super) fn step(self, step: Step) {
        let at = self.at.get_untracked();
        let next = self.tree.with_untracked(|tree| match step {
            Step::Start => Some(Tree::START),
            Step::Back => tree.node(at).parent(),
            Step::On => tree.next(at),
            Step::End => Some(tree.end(at)),
        });
        if let Some(next) = next.filter(|next| *next != at) {
            self.go(next);
        }
    }

    /// Changes the tree where one stands.
    pub(super) fn change(self, change: impl FnOnce(&mut Tree, NodeId)) {
        let at = self.at.get_untracked();
        self.tree.update(|tree| change(tree, at));
        self.keep();
    }

    /// Cuts off the move one stands at.
    pub(super) fn cut(self) {
        let at = self.at.get_untracked();
        if let Some(before) = self.tree.try_update(|tree| tree.cut(at)) {
            self.go(before);
            self.keep();
        }
    }

    pub(super) fn edit(self) {
        self.thinking.stop();
        self.on.set(false);
        self.trouble.set(None);
        self.editing.set(true);
    }

    pub(super) fn toggle(self) {
        self.on.update(|on| *on = !*on);
        self.think();
    }

    /// Shows what is joined to what, or hides it.
    pub(super) fn toggle_links(self) {
        self.links.update(|links| *links = !*links);
        let shown = self.links.get_untracked();
        browser::write_storage(LINKS, if shown { "on" } else { "off" });
        // A running search has reported them already.
        if shown && !self.on.get_untracked() {
            self.think();
        }
    }

    /// Whether there is anything to see in this game without searching.
    pub(super) fn has_links(self) -> bool {
        self.game.description().has_marks
    }

    /// Has the engine think about where one stands, if it is on; or only look at it.
    pub(super) fn think(self) {
        self.thinking.clear();
        let over = self.table.with_untracked(|table| table.conclusion().is_some());
        if over {
            return;
        }
        if !self.on.get_untracked() {
            if self.has_links() && self.links.get_untracked() {
                let record = self.table.with_untracked(ToString::to_string);
                self.thinking.look(self.game.text().to_owned(), record);
            }
            return;
        }
        let bounds = Limits::time(LONGEST);
        let trouble = self.trouble;
        self.thinking.search(self.question(bounds, self.lines.get_untracked()), move |answer| {
            if let Err(why) = answer {
                trouble.set(Some(format!("The engine has no answer: {why}.")));
            }
        });
    }

    /// A question about the game up to where one stands.
    pub(super) fn question(self, bounds: Limits, lines: u8) -> SearchRequest {
        let record = self.table.with_untracked(ToString::to_string);
        let game = self.game.text().to_owned();
        let limits = bounds;
        SearchRequest { game, record, level: 8, lines, limits, ..SearchRequest::default() }
    }

    /// What the engine finds is remembered for the graph.
    fn keep_scores(self) {
        let found = self.thinking.found();
        Effect::new(move || {
            let score = found.with(|found| Some(found.as_ref()?.lines.first()?.score));
            let Some(score) = score else { return };
            let side = self.table.with_untracked(AnyRecord::side_to_move);
            let score = if side == game::Side::First { score } else { score.negated() };
            self.scores.update(|scores| {
                scores.insert(self.at.get_untracked(), score);
            });
        });
    }

    fn keep(self) {
        browser::write_storage(&place(self.game), &self.tree.with_untracked(Tree::to_string));
    }
}

fn place(game: GameName) -> String {
    format!("analyse.{game}")
}

/// The address under which a game is analysed.
pub(crate) fn address(table: &AnyRecord) -> String {
    let here = PlayMode::Analyse.address(table.game());
    format!("{here}#{}", link::write(&table.to_string()))
}

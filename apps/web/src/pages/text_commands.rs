//! Text-first play: a field that takes moves and commands, for screen readers and keyboards.
//!
//! What a command answers is a function of what is on the screen ([`ShownState`]), so that it never reveals
//! more than the board does. Threats are those that a switch shows on the board (`threats`); where there
//! is no such switch, those that the picture marks.

use super::clock::LocalClock;
use super::game_layout::Drawer;
use super::keys::Key;
use super::threats::Threats;
use crate::browser;
use game::Side;
use leptos::ev::SubmitEvent;
use leptos::html::Input;
use leptos::prelude::*;
use leptos::task::spawn_local;
use lessons::coach::CoachNote;
use scene::table::Choice;
use scene::{Highlight, Scene, Tile};

/// The state that commands read.
#[derive(Clone, Copy)]
pub(crate) struct TextCommands {
    pub(crate) scene: Memo<Scene>,
    /// The moves that can be made now.
    pub(crate) choices: Memo<Vec<Choice>>,
    /// The moves that were made.
    pub(crate) moves: Memo<Vec<(Side, String)>>,
    /// What the clocks show, if there are any.
    pub(crate) clocks: Signal<Option<String>>,
    /// What finds threats, where help is allowed.
    pub(crate) threats: Option<Threats>,
    pub(crate) play: Callback<Choice>,
}

/// The same, at one moment.
struct ShownState<'a> {
    scene: &'a Scene,
    choices: &'a [Choice],
    moves: &'a [(Side, String)],
    clocks: Option<String>,
    threats: Vec<CoachNote>,
}

/// What a line comes to.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Reply {
    Play(Choice),
    Say(String),
}

const HELP: &str = "Type a move as it is written, or a command: last, clocks, moves, moves and a cell, \
                    near and a cell, a cell's name, pieces, threats, help.";

/// The clocks of a game on one device, in words.
pub(crate) fn clock_words(clock: Option<LocalClock>, scene: &Scene) -> Option<String> {
    let clock = clock?;
    let words = Side::BOTH.map(|side| format!("{} {}", scene.colours[side], clock.text(side)));
    Some(format!("{}.", words.join(", ")))
}

/// The key that leads to the field.
pub(crate) fn key(drawer: Drawer) -> Key {
    Key::new(&["/"], "/", "Type a move or a command", move || {
        drawer.show();
        request_animation_frame(|| browser::focus("command"));
    })
}

impl TextCommands {
    /// The field and what was answered last.
    pub(crate) fn view(self) -> impl IntoView {
        let field = NodeRef::<Input>::new();
        let said = RwSignal::new(String::new());
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            let Some(field) = field.get_untracked() else { return };
            let line = field.value();
            field.set_value("");
            if let Some(threats) = self.threats.filter(|t| is_threats(&line) && !t.is_loaded()) {
                said.set("Looking for threats …".to_owned());
                spawn_local(async move {
                    threats.load().await;
                    if let Reply::Say(text) = self.reply("threats") {
                        said.try_set(text);
                    }
                });
                return;
            }
            match self.reply(&line) {
                Reply::Say(text) => said.set(text),
                Reply::Play(choice) => {
                    said.set(format!("You played {}.", choice.human));
                    self.play.run(choice);
                }
            }
        };
        view! {
            <form class="text-commands" on:submit=submit>
                <label for="command">"Move or command"</label>
                <div class="text-entry">
                    <input
                        node_ref=field
                        id="command"
                        type="text"
                        autocomplete="off"
                        autocapitalize="none"
                        spellcheck="false"
                        placeholder="help"
                        aria-describedby="reply"
                    />
                    <button type="submit" class="button">"Enter"</button>
                </div>
                <p id="reply" class="quiet" role="status">{said}</p>
            </form>
        }
    }

    fn reply(self, line: &str) -> Reply {
        let seen = (self.scene.get_untracked(), self.choices.get_untracked());
        let moves = self.moves.get_untracked();
        let clocks = self.clocks.get_untracked();
        let threats = untrack(|| self.threats.map(Threats::notes)).unwrap_or_default();
        ShownState { scene: &seen.0, choices: &seen.1, moves: &moves, clocks, threats }.reply(line)
    }
}

impl ShownState<'_> {
    fn reply(&self, line: &str) -> Reply {
        let line = line.trim();
        if let Some(choice) = self.choice(line) {
            return Reply::Play(choice.clone());
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let said = match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("" | "help" | "?", _) => HELP.to_owned(),
            ("last", _) => self.last(),
            ("clock" | "clocks", _) => {
                self.clocks.clone().unwrap_or_else(|| "There is no clock.".to_owned())
            }
            ("moves", "") => self.all_moves(),
            ("moves" | "from", cell) => self.on(cell, |tile| self.moves_from(tile)),
            ("near" | "neighbours", cell) => self.on(cell, |tile| self.near(tile)),
            ("pieces" | "board", _) => self.pieces(),
            ("threats", _) => self.threats(),
            _ => self.on(line, |tile| self.describe(tile)),
        };
        Reply::Say(said)
    }

    /// The move that is written like this.
    fn choice(&self, text: &str) -> Option<&Choice> {
        let exact = |choice: &&Choice| choice.human == text || choice.mv == text;
        let loose = |choice: &&Choice| {
            choice.human.eq_ignore_ascii_case(text) || choice.mv.eq_ignore_ascii_case(text)
        };
        self.choices.iter().find(exact).or_else(|| self.choices.iter().find(loose))
    }

    fn last(&self) -> String {
        match self.moves.last() {
            Some((side, text)) => format!("{} played {text}.", self.scene.colours[*side]),
            None => "No move has been made.".to_owned(),
        }
    }

    fn all_moves(&self) -> String {
        listed("You can play", self.choices.iter().map(|choice| choice.human.clone()))
            .unwrap_or_else(|| "You cannot move now.".to_owned())
    }

    /// What `say` says of a cell, if there is one of this name.
    fn on(&self, name: &str, say: impl Fn(&Tile) -> String) -> String {
        let tile = self.scene.tiles.iter().find(|tile| tile.name.eq_ignore_ascii_case(name));
        tile.map_or_else(|| format!("“{name}” is neither a move, a command nor a cell."), say)
    }

    fn moves_from(&self, tile: &Tile) -> String {
        let touched = |choice: &&Choice| choice.path.cells().next() == Some(tile.cell);
        let moves = self.choices.iter().filter(touched).map(|choice| choice.human.clone());
        listed(&format!("{}: you can play", tile.name), moves)
            .unwrap_or_else(|| format!("{}: nothing can be played from there.", tile.name))
    }

    fn near(&self, tile: &Tile) -> String {
        let point = |tile: &Tile| self.scene.hex_layout.point(tile.coord);
        let from = point(tile);
        // Centres of neighbours are √3 apart, those of other cells at least 3.
        let near = |other: &&Tile| {
            let to = point(other);
            let apart = (to.x - from.x).hypot(to.y - from.y);
            (0.1..2.0).contains(&apart)
        };
        let cells = self.scene.tiles.iter().filter(near).map(|tile| self.content(tile));
        listed(&format!("Beside {}", tile.name), cells)
            .unwrap_or_else(|| format!("{} has no neighbours.", tile.name))
    }

    fn describe(&self, tile: &Tile) -> String {
        format!("{}.", self.content(tile))
    }

    fn content(&self, tile: &Tile) -> String {
        match self.scene.piece_on(tile.cell) {
            Some(piece) => format!("{} {}", tile.name, self.scene.describe(piece)),
            None => format!("{} empty", tile.name),
        }
    }

    fn pieces(&self) -> String {
        let occupied = self.scene.tiles.iter().filter(|t| self.scene.piece_on(t.cell).is_some());
        listed("On the board", occupied.map(|tile| self.content(tile)))
            .unwrap_or_else(|| "The board is empty.".to_owned())
    }

    /// What the opponent threatens, with the cells of its move; what is in danger, what is pinned.
    fn threats(&self) -> String {
        let note = |note: &CoachNote| {
            let cells: Vec<&str> =
                note.cells.iter().map(|&cell| self.scene.tile(cell).name.as_str()).collect();
            if cells.is_empty() {
                return note.text.clone();
            }
            format!("{}: {}.", note.text.trim_end_matches('.'), cells.join(" to "))
        };
        let mut said: Vec<String> = self.threats.iter().map(note).collect();
        said.extend(self.marked());
        if said.is_empty() {
            return "Nothing is threatened, in danger or pinned.".to_owned();
        }
        said.join(" ")
    }

    /// The pieces that the picture marks as in danger, or draws as pinned.
    fn marked(&self) -> Option<String> {
        let threatened = self.scene.tiles.iter().filter(|tile| {
            let pinned = self.scene.piece_on(tile.cell).is_some_and(|piece| piece.pinned);
            pinned || self.scene.has_mark(tile.cell, Highlight::Danger)
        });
        let say = |tile: &Tile| {
            let danger = self.scene.has_mark(tile.cell, Highlight::Danger);
            format!("{}{}", self.content(tile), if danger { ", in danger" } else { "" })
        };
        listed("In danger or pinned", threatened.map(say))
    }
}

/// Whether a line asks for threats.
fn is_threats(line: &str) -> bool {
    line.trim().eq_ignore_ascii_case("threats")
}

/// “Heading: a; b; c.”, unless there is nothing to list.
fn listed(heading: &str, things: impl Iterator<Item = String>) -> Option<String> {
    let things: Vec<String> = things.collect();
    (!things.is_empty()).then(|| format!("{heading}: {}.", things.join("; ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::moves::written_in;
    use crate::settings::Notation;
    use catalog::{AnyRecord, GameName};
    use game::Viewer;
    use scene::Table as _;

    fn table(game: GameName, options: &str, moves: &str) -> AnyRecord {
        let mut table = AnyRecord::begin(game, options).unwrap();
        moves.split_whitespace().for_each(|mv| table.play(mv).unwrap());
        table
    }

    fn reply(table: &AnyRecord, line: &str) -> Reply {
        let viewer = Viewer::Player(table.side_to_move());
        let (scene, choices) = (table.scene(viewer), table.choices());
        let moves = written_in(Notation::Players, table.played(viewer));
        let clocks = Some("You 1:00, opponent 0:30.".to_owned());
        let threats = lessons::coach::threats(table);
        ShownState { scene: &scene, choices: &choices, moves: &moves, clocks, threats }.reply(line)
    }

    fn reply_text(table: &AnyRecord, line: &str) -> String {
        match reply(table, line) {
            Reply::Say(text) => text,
            Reply::Play(choice) => panic!("{line} plays {}", choice.mv),
        }
    }

    #[test]
    fn every_move_is_played_as_it_is_written_in_either_notation() {
        for game in GameName::ALL {
            let table = table(game, "", "");
            for choice in table.choices() {
                assert_eq!(reply(&table, &choice.human), Reply::Play(choice.clone()), "{game}");
                assert_eq!(reply(&table, &format!(" {} ", choice.mv)), Reply::Play(choice));
            }
        }
    }

    #[test]
    fn commands_tell_what_is_on_the_board() {
        let table = table(GameName::Hex, "size=3 swap=off", "b2 a1");
        assert_eq!(reply_text(&table, "last"), "Blue played a1.");
        assert_eq!(reply_text(&table, "clocks"), "You 1:00, opponent 0:30.");
        assert_eq!(reply_text(&table, "B2"), "b2 red stone.");
        assert_eq!(reply_text(&table, "pieces"), "On the board: a1 blue stone; b2 red stone.");
        assert_eq!(reply_text(&table, "moves c3"), "c3: you can play: c3.");
        assert_eq!(reply_text(&table, "moves a1"), "a1: nothing can be played from there.");
        let near = reply_text(&table, "near b2");
        assert_eq!(near.matches(';').count(), 5, "{near}");
        assert_eq!(reply_text(&table, "threats"), "Nothing is threatened, in danger or pinned.");
        assert!(reply_text(&table, "moves").contains("c3"));
        assert!(reply_text(&table, "help").contains("near"));
        assert!(reply_text(&table, "z99").contains("neither"));
    }

    #[test]
    fn threats_are_what_the_coach_finds_and_what_the_picture_marks() {
        let position = |game, text| AnyRecord::from_position(game, text).unwrap();
        let hex = position(GameName::Hex, "5/2r2/bb1bb/1r1r1/5 r swap=off");
        assert_eq!(reply_text(&hex, "threats"), "Blue threatens to connect: c3.");
        let chess = position(GameName::HexChess, "1/2/K6/6/R3k/6/6p/2/1 b even -");
        let wanted = "White threatens to capture your king: 17 to 21. \
                      In danger or pinned: 21 black king, in danger.";
        assert_eq!(reply_text(&chess, "threats"), wanted);
        let pinned =
            "*35 12-13 43-49 21-36 20-26 10-16 / *22 37-44 1-7 8-14 9-24 31-32 l i>e standard";
        let eclipse = reply_text(&position(GameName::Eclipse, pinned), "threats");
        assert!(eclipse.contains("10 light satellite of chain e, pinned by i"), "{eclipse}");
    }

    #[test]
    fn what_is_hidden_is_not_told() {
        let table = table(GameName::HexChess, "", "all:FKDBC");
        assert!(!reply_text(&table, "pieces").contains("fool"), "{}", reply_text(&table, "pieces"));
    }
}

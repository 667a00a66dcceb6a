//! A live game, for those who play it and those who watch.
//!
//! Where its parts are, `pages::game_layout` says.

use super::actions::{Actions, After, Offers, offered_to_us};
use super::chat::Chat;
use super::connection_status::ConnectionStatus;
use super::identity::sync_identity;
use super::live::LiveGame;
use super::seats::seat;
use super::turn_indicator;
use super::words;
use crate::account::CurrentUser;
use crate::board::{Buttons, Overlay, OverlayKind, Picking, Tray};
use crate::browser;
use crate::pages::NotFound;
use crate::pages::game_layout::{Drawer, GameParts, LayoutState, Sheet, game_layout};
use crate::pages::keys::Keys;
use crate::pages::move_confirmation::MoveConfirmation;
use crate::pages::move_navigation::MoveNavigation;
use crate::pages::moves::Moves;
use crate::pages::played_board::PlayedBoard;
use crate::pages::report::ReportButton;
use crate::pages::rules_link::RulesLink;
use crate::pages::shortcuts::{chance, explained};
use crate::pages::text_commands::{self, TextCommands};
use crate::pages::threats::help_switches;
use crate::pages::words::{StatusText, turn_text, your_turn};
use crate::routes::parameter;
use crate::settings::{Notation, Settings};
use crate::sound;
use ::live::Notification;
use catalog::{AnyRecord, GameName};
use game::{Side, Viewer};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;
use protocol::GameId;
use scene::Table as _;
use scene::table::Choice;
use scene::{Scene, Shortcut};
use std::collections::BTreeSet;

#[component]
pub(crate) fn GamePage() -> impl IntoView {
    let parameter = parameter();
    let id = Memo::new(move |_| parameter.with(|id| id.parse::<GameId>().ok()));
    move || match id.get() {
        Some(id) => view! { <Followed id /> }.into_any(),
        None => view! { <NotFound /> }.into_any(),
    }
}

/// A game, which may still be loading.
#[component]
fn Followed(id: GameId) -> impl IntoView {
    browser::set_title("A game");
    let live = LiveGame::follow(id);
    sync_identity(live.online);
    let navigate = use_navigate();
    live.online.on_notification(move |notification| {
        // A game that is on is not left for another.
        if let Notification::Paired(game) = notification
            && live.read_untracked(|game| game.result.is_some()).unwrap_or_default()
        {
            navigate(&format!("/game/{game}"), leptos_router::NavigateOptions::default());
        }
    });
    let name = Memo::new(move |_| live.read(|game| game.name));
    let missing = Memo::new(move |_| {
        live.online.with(|client| client.unavailable(&live.id()).map(str::to_owned))
    });
    move || match (name.get(), missing.get()) {
        (Some(name), _) => view! { <AtBoard live name /> }.into_any(),
        (None, Some(what)) => view! {
            <section class="narrow missing">
                <h1>"There is no such game"</h1>
                <p>{what}</p>
                <a href="/lobby" class="button primary">"To the lobby"</a>
            </section>
        }
        .into_any(),
        (None, None) => view! {
            <section class="narrow missing">
                <h1>"A game"</h1>
                <ConnectionStatus online=live.online />
            </section>
        }
        .into_any(),
    }
}

/// A scene that follows the game, or the moment that is looked at.
fn scene_of(live: LiveGame, name: GameName, navigation: MoveNavigation) -> Memo<Scene> {
    let changes = Memo::new(move |_| live.read(|game| (game.changes(), game.result.is_some())));
    Memo::new(move |before: Option<&Scene>| {
        // Reading it, and not only tracking, is what keeps a memo awake.
        let _ = changes.get();
        let shown = navigation.shown();
        let scene = live.read_untracked(|game| game.scene(shown)).or_else(|| before.cloned());
        scene.unwrap_or_else(|| {
            AnyRecord::begin(name, "").expect("every game opens").scene(Viewer::Watcher)
        })
    })
}

#[component]
fn AtBoard(live: LiveGame, name: GameName) -> impl IntoView {
    let at_board = AtLiveBoard::new(live, name);
    let drawer = Drawer::new("Chat, moves");
    let own_keys = [at_board.board.rotation.key(), text_commands::key(drawer)];
    let keys = Keys::new(at_board.navigation.keys().into_iter().chain(own_keys).collect());
    let turn = at_board.turn;
    turn_indicator::show_turn(name.title(), turn);
    let state = LayoutState {
        choosing: false.into(),
        turned: false.into(),
        waiting: Signal::derive(move || !turn.get()),
        drawer,
        sheet: Sheet::new(move || subject(live)),
    };
    view! {
        {game_layout("live", name, state, at_board.parts(keys))}
        {keys.list()}
    }
}

/// What the parts of the page share.
#[derive(Clone, Copy)]
struct AtLiveBoard {
    live: LiveGame,
    name: GameName,
    navigation: MoveNavigation,
    choices: Memo<Vec<Choice>>,
    /// Whether it is our turn.
    turn: Memo<bool>,
    confirmation: MoveConfirmation,
    board: PlayedBoard,
}

impl AtLiveBoard {
    fn new(live: LiveGame, name: GameName) -> Self {
        let settings = Settings::here();
        let ply = Memo::new(move |_| live.read(::live::Game::ply).unwrap_or_default());
        let navigation = MoveNavigation::new(ply.into());
        let scene = scene_of(live, name, navigation);
        let choices = Memo::new(move |_| {
            let now = navigation.shown().is_none();
            let early = settings.premove.get() == crate::settings::Switch::On;
            let free = |game: &::live::Game| now && (early || game.is_our_turn());
            live.read(|game| if free(game) { game.choices() } else { Vec::new() })
                .unwrap_or_default()
        });
        let on = Memo::new(move |_| live.read(::live::Game::is_on).unwrap_or_default());
        sound::follow(ply.into(), scene, Signal::derive(move || !on.get()));
        let turn = Memo::new(move |_| live.read(::live::Game::is_our_turn).unwrap_or_default());
        // A premove can still be cancelled.
        let confirms = Signal::derive(move || {
            let speed = live.read(|game| game.terms.time.speed());
            turn.get() && settings.confirms(speed)
        });
        let play = Callback::new(move |c: Choice| live.play(c));
        let confirmation = MoveConfirmation::new(confirms, choices, play);
        let picking = Picking::new(choices.into(), confirmation.chosen());
        // The reason of a refused touch is computed from the position, which is not known yet.
        let seen =
            move || live.read(|game| game.is_our_turn().then(|| game.seen().clone())).flatten();
        let board = PlayedBoard::new(scene, picking, seen);
        Self { live, name, navigation, choices, turn, confirmation, board }
    }

    fn parts(self, keys: Keys) -> GameParts {
        let Self { live, navigation, choices, confirmation, board, .. } = self;
        let PlayedBoard { scene, picking, .. } = board;
        let settings = Settings::here();
        let below = Memo::new(move |_| settings.side_below(live.you().unwrap_or(Side::First)));
        let seat = move |side: Side| {
            view! {
                {seat(live, scene, side)}
                <Tray scene picking side />
            }
        };
        let overlays = overlays(live, choices, confirmation);
        let names = board.names();
        let said = move || {
            let question = confirmation.question();
            question.unwrap_or_else(|| status(live, &scene.read())).view(names.get())
        };
        GameParts {
            far: (move || seat(below.get().other())).into_any(),
            board: board.view(board.seen_from(below), move || overlays.get()).into_any(),
            near: (move || seat(below.get())).into_any(),
            status: view! { <p class="caption" role="status">{said}</p> }.into_any(),
            actions: view! {
                {confirmation.buttons()}
                <Buttons picking />
                <Actions live />
                {navigation.buttons()}
            }
            .into_any(),
            sheet: view! {
                <Refused live />
                <Offers live />
                <Banner live scene />
                <Shortcuts live />
            }
            .into_any(),
            panel: self.panel(keys).into_any(),
        }
    }

    fn panel(self, keys: Keys) -> impl IntoView {
        let Self { live, name, navigation, choices, board, .. } = self;
        let scene = board.scene;
        let notation = Settings::here().notation;
        let moves = Memo::new(move |_| {
            let written = match notation.get() {
                Notation::Players => ::live::Game::moves,
                Notation::Machine => ::live::Game::machine_moves,
            };
            live.read(written).unwrap_or_default()
        });
        let commands = TextCommands {
            scene,
            choices,
            moves,
            clocks: Signal::derive(move || clock_words(live)),
            // No engine help in games against people.
            threats: None,
            play: Callback::new(move |c: Choice| live.play(c)),
        };
        view! {
            <Head live game=name />
            {help_switches(())}
            <Moves moves scene navigation />
            <Chat live />
            {commands.view()}
            <div class="actions">
                {board.rotation.buttons()}
                {keys.button()}
                <ReportButton people=others(live) game=Some(live.id().to_string()) />
            </div>
        }
    }
}

/// The people who can be reported from here: the other players, and authors of chat messages.
fn others(live: LiveGame) -> Signal<Vec<String>> {
    let me = CurrentUser::here();
    Signal::derive(move || {
        let mut names = live.read(|game| {
            let players = Side::BOTH.into_iter().filter(|side| game.you != Some(*side));
            let players = players.map(|side| game.players[side].person.name.to_string());
            let spoken = game.chat.iter().map(|message| message.name.to_string());
            players.chain(spoken).collect::<Vec<_>>()
        });
        let names = names.get_or_insert_default();
        names.retain(|name| me.get().is_none_or(|me| me.name != *name));
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        std::mem::take(names)
    })
}

/// The premove and the move that waits for its confirmation, drawn on the board.
fn overlays(
    live: LiveGame,
    choices: Memo<Vec<Choice>>,
    confirmation: MoveConfirmation,
) -> Signal<Vec<Overlay>> {
    Signal::derive(move || {
        let premove = live.read(|game| game.premove().map(|(_, mv)| mv.clone())).flatten();
        let premove = premove.and_then(|mv| Overlay::of(&choices.read(), &mv, OverlayKind::Other));
        premove.into_iter().chain(confirmation.overlay()).collect()
    })
}

/// The clocks in words.
fn clock_words(live: LiveGame) -> Option<String> {
    let now = live.now.get();
    live.read(|game| {
        let clock = game.clock()?;
        let words = Side::BOTH.map(|side| {
            format!("{} {}", game.players[side].person.name, clock.display(side, now).time)
        });
        Some(format!("{}.", words.join(", ")))
    })
    .flatten()
}

/// What the sheet over the board is about.
fn subject(live: LiveGame) -> Option<&'static str> {
    if let Some(subject) = offered_to_us(live) {
        return Some(subject);
    }
    if live.is_over() {
        return Some("Result");
    }
    if live.online.with(|client| client.last_refusal(&live.id()).is_some()) {
        return Some("Problem");
    }
    let setup = live.read(|game| game.is_our_turn() && !game.shortcuts(0).is_empty());
    setup.unwrap_or_default().then_some("Line-ups")
}

/// On what terms the game is played, who watches, and the connection.
#[component]
fn Head(live: LiveGame, game: GameName) -> impl IntoView {
    let terms = Memo::new(move |_| live.read(|game| game.terms.clone()));
    let what = move || {
        terms.with(|terms| {
            let terms = terms.as_ref()?;
            let board = words::board(terms);
            let apart = if board.is_empty() { "" } else { " · " };
            Some(format!("{board}{apart}{}", words::terms(terms)))
        })
    };
    let watchers = move || {
        let count = live.read(|game| game.presence().map_or(0, ::live::TimedPresence::watchers));
        match count.unwrap_or(0) {
            0 => None,
            1 => Some(" · 1 spectator".to_owned()),
            many => Some(format!(" · {many} spectators")),
        }
    };
    let given = Memo::new(move |_| live.read(|game| game.allowance).flatten());
    view! {
        <div class="live-head">
            <p class="quiet">{what} {watchers} " · " <RulesLink game /></p>
            <ConnectionStatus online=live.online />
        </div>
        {move || given.get().map(|each| view! {
            <p class="notice" role="status">
                {format!("The server was restarted. No time was lost, and both players have {} s more.", each.0 / 1_000)}
            </p>
        })}
    }
}

/// The result; screen readers get it from the status line.
#[component]
fn Banner(live: LiveGame, scene: Memo<Scene>) -> impl IntoView {
    let over = Memo::new(move |_| live.is_over());
    let class = move || format!("banner {}", live.read(words::outcome_class).unwrap_or_default());
    let who =
        move || live.read(|game| words::result_text(game, &scene.read())).flatten().map(|v| v.0);
    let ratings = move || {
        live.read(|game| {
            let change = game.rating_change?;
            let told = |side: Side| {
                let player = &game.players[side];
                let by = change[side];
                player.rating.map(|was| format!("{} {} ({by:+})", player.person.name, was + by))
            };
            Some(Side::BOTH.into_iter().filter_map(told).collect::<Vec<_>>().join(" · "))
        })
        .flatten()
    };
    view! {
        <Show when=move || over.get()>
            <div class=class>
                <p aria-hidden="true">{who}</p>
                {move || ratings().map(|text| view! { <p class="rating-news">{text}</p> })}
                <After live />
            </div>
        </Show>
    }
}

/// Whose turn it is, or how it ended, in a sentence.
fn status(live: LiveGame, scene: &Scene) -> StatusText {
    live.read(|game| {
        if let Some((who, why)) = words::result_text(game, scene) {
            return StatusText::plain(format!("{who}. {why}"));
        }
        let name = |side: Side| game.players[side].person.name.to_string();
        let last = game.moves().last().cloned().filter(|(side, _)| game.you != Some(*side));
        let moved = last.map(|(side, text)| format!("{} played {text}.", name(side)));
        if game.is_our_turn() {
            StatusText { moved, standing: your_turn(scene) }
        } else if game.you.is_some() {
            StatusText::plain(format!("Waiting for {}.", name(game.side_to_move())))
        } else {
            StatusText { moved, standing: turn_text(game.side_to_move(), scene) }
        }
    })
    .unwrap_or_else(|| StatusText::plain(String::new()))
}

/// What the server refused.
#[component]
fn Refused(live: LiveGame) -> impl IntoView {
    let trouble = Memo::new(move |_| {
        live.online.with(|client| client.last_refusal(&live.id()).map(str::to_owned))
    });
    move || trouble.get().map(|what| view! { <p class="notice wrong" role="alert">{what}</p> })
}

/// Moves that the game itself gives a button.
#[component]
fn Shortcuts(live: LiveGame) -> impl IntoView {
    let changes = Memo::new(move |_| live.read(|game| (game.changes(), game.is_our_turn())));
    move || {
        // Reading it, and not only tracking, is what keeps a memo awake.
        let _ = changes.get();
        let offered = live.read_untracked(|game| game.shortcuts(chance())).unwrap_or_default();
        let button = |Shortcut { label, hint, mv }: Shortcut<Choice>| {
            explained(label, hint, move || live.play(mv.clone()))
        };
        offered.into_iter().map(button).collect_view()
    }
}

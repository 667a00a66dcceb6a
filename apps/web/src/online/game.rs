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
use crate::board::{Board, BoardOrientation, Buttons, Overlay, OverlayKind, Picking, Tray};
use crate::browser;
use crate::pages::NotFound;
use crate::pages::board_rotation::BoardRotation;
use crate::pages::game_layout::{Drawer, GameParts, LayoutState, Sheet, game_layout};
use crate::pages::keys::Keys;
use crate::pages::move_confirmation::MoveConfirmation;
use crate::pages::move_navigation::MoveNavigation;
use crate::pages::moves::Moves;
use crate::pages::rules_link::RulesLink;
use crate::pages::shortcuts::{chance, explained};
use crate::pages::text_commands::{self, TextCommands};
use crate::routes::parameter;
use crate::settings::Settings;
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

#[component]
pub(crate) fn GamePage() -> impl IntoView {
    let parameter = parameter();
    let id = Memo::new(move |_| parameter.with(|id| id.parse::<GameId>().ok()));
    move || match id.get() {
        Some(id) => view! { <Followed id /> }.into_any(),
        None => view! { <NotFound /> }.into_any(),
    }
}

/// A game, from the moment it is asked for.
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
    let ply = Memo::new(move |_| live.read(::live::Game::ply).unwrap_or_default());
    let navigation = MoveNavigation::new(ply.into());
    let scene = scene_of(live, name, navigation);
    let early_moves = Settings::here().premove;
    let choices = Memo::new(move |_| {
        let now = navigation.shown().is_none();
        let early = early_moves.get() == crate::settings::Switch::On;
        let free = |game: &::live::Game| now && (early || game.is_our_turn());
        live.read(|game| if free(game) { game.choices() } else { Vec::new() }).unwrap_or_default()
    });
    let on = Memo::new(move |_| live.read(::live::Game::is_on).unwrap_or_default());
    sound::follow(ply.into(), scene, Signal::derive(move || !on.get()));
    let turn = Memo::new(move |_| live.read(::live::Game::is_our_turn).unwrap_or_default());
    turn_indicator::show_turn(name.title(), turn);
    let settings = Settings::here();
    // A premove can still be cancelled.
    let confirms = Signal::derive(move || {
        let speed = live.read(|game| game.terms.time.speed());
        turn.get() && settings.confirms(speed)
    });
    let play = Callback::new(move |c: Choice| live.play(c));
    let confirmation = MoveConfirmation::new(confirms, choices, play);
    let picking = Picking::new(choices.into(), confirmation.chosen());
    let rotation = BoardRotation::new(scene.into());
    let side = Memo::new(move |_| live.you().unwrap_or(Side::First));
    let orientation = Signal::derive(move || seen(side.get(), scene, rotation.orientation.get()));
    let drawer = Drawer::new("Chat, moves");
    let own_keys = [rotation.key(), text_commands::key(drawer)];
    let keys = Keys::new(navigation.keys().into_iter().chain(own_keys).collect());
    let moves = Memo::new(move |_| live.read(::live::Game::moves).unwrap_or_default());
    let commands = TextCommands {
        scene,
        choices,
        moves,
        clocks: Signal::derive(move || clock_words(live)),
        play,
    };
    let state = LayoutState {
        choosing: false.into(),
        turned: false.into(),
        waiting: Signal::derive(move || !turn.get()),
        drawer,
        sheet: Sheet::new(move || subject(live)),
    };
    let seat = move |side: Side| {
        view! {
            {seat(live, scene, side)}
            <Tray scene picking side />
        }
    };
    let said = move || confirmation.question().unwrap_or_else(|| status(live, &scene.read()));
    let parts = GameParts {
        far: (move || seat(side.get().other())).into_any(),
        board: view! {
            <Board
                scene
                picking
                orientation
                names=settings.names
                overlays=overlays(live, choices, confirmation)
            />
        }
        .into_any(),
        near: (move || seat(side.get())).into_any(),
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
        panel: view! {
            <Head live game=name />
            <Moves moves scene navigation />
            <Chat live />
            {commands.view()}
            <div class="actions">{rotation.buttons()} {keys.button()}</div>
        }
        .into_any(),
    };
    view! {
        {game_layout("live", name, state, parts)}
        {keys.list()}
    }
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
                {format!("The server was away. That costs nobody time, and both have {} s more.", each.0 / 1_000)}
            </p>
        })}
    }
}

/// How it ended, for all to see; the status line speaks it.
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
fn status(live: LiveGame, scene: &Scene) -> String {
    live.read(|game| {
        if let Some((who, why)) = words::result_text(game, scene) {
            return format!("{who}. {why}");
        }
        let mover = game.side_to_move();
        let last = game.moves().last().cloned();
        let name = |side: Side| game.players[side].person.name.to_string();
        let played = last
            .filter(|(side, _)| game.you != Some(*side))
            .map_or_else(String::new, |(side, text)| format!("{} played {text}. ", name(side)));
        if game.is_our_turn() {
            format!("{played}Your turn: {}.", scene.caption)
        } else if game.you.is_some() {
            format!("Waiting for {}.", name(mover))
        } else {
            format!("{played}{}.", scene.caption)
        }
    })
    .unwrap_or_default()
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

/// Whoever looks sits below, unless the borders tell the sides apart.
fn seen(side: Side, scene: Memo<Scene>, orientation: BoardOrientation) -> BoardOrientation {
    let edged = scene.with(|s| !s.rims.is_empty());
    if side == Side::Second && !edged { orientation.flipped() } else { orientation }
}

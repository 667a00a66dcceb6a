//! A room's game between clients over bad connections: what is sent is lost, doubled, held up and
//! overtaken, and connections break, by dice with a fixed seed. Whatever a client shows is at every moment
//! what the game was after some event; in the end everyone has the same game.

use super::game::Game;
use crate::game_event::GameEvent;
use crate::store::{AccountKind, GameRow, Seated, StoredEvent};
use clock::{Moment, Span};
use game::{Dice, Side};
use protocol::{
    ChatMessage, Event, Follower, NumberedEvent, Person, Player, Resume, Room, SeatWish, Snapshot,
    Step, Terms, resume,
};

/// Two who play and one who watches.
const CLIENTS: usize = 3;

fn new_game() -> Game {
    let seated = |name: &str| {
        let person = Person { name: name.parse().unwrap(), guest: true, bot: false };
        Seated {
            person: name.to_owned(),
            kind: AccountKind::Guest,
            player: Player { person, rating: None, provisional: true },
        }
    };
    let (game, options) = ("hex".into(), "size=5 swap=off".into());
    let time = "none".parse().unwrap();
    let terms = Terms { game, options, time, rated: false, seat: SeatWish::Any };
    let (id, created) = ("faulty".parse().unwrap(), Moment(1));
    let (first, second) = (seated("Ann"), seated("Bob"));
    Game::new(GameRow { id, terms, first, second, created, came_from: None, finish: None }).unwrap()
}

fn seat(me: usize) -> Option<Side> {
    Side::BOTH.get(me).copied()
}

/// What is under way, to a client or from one.
#[derive(Clone)]
enum Mail {
    Play { ply: usize, mv: String, id: String },
    Watch(Option<u64>),
    Event(Box<NumberedEvent>),
    Snapshot(Box<Snapshot>),
    UpToDate(u64),
}

/// A connection on which everything that can go wrong does, unless it is told to hold.
#[derive(Default)]
struct BadConnection {
    mail: Vec<Mail>,
    holds: bool,
}

impl BadConnection {
    fn send(&mut self, mail: Mail, dice: &mut Dice) {
        match dice.below(10) {
            0 | 1 if !self.holds => {}
            2 if !self.holds => self.mail.extend([mail.clone(), mail]),
            _ => self.mail.push(mail),
        }
    }

    /// Any of what is under way, now or later; on a connection that holds the oldest at once.
    fn deliver(&mut self, dice: &mut Dice) -> Option<Mail> {
        if self.mail.is_empty() || !self.holds && dice.below(3) == 0 {
            return None;
        }
        let which = if self.holds { 0 } else { dice.below(self.mail.len()) };
        Some(self.mail.remove(which))
    }
}

#[derive(Default)]
struct Client {
    follower: Follower,
    moves: Vec<String>,
    up: BadConnection,
    down: BadConnection,
}

impl Client {
    fn receive(&mut self, mail: Mail, dice: &mut Dice) {
        let step = match &mail {
            Mail::Event(event) => self.follower.event(event.n),
            Mail::Snapshot(snapshot) => self.follower.snapshot(snapshot.n),
            Mail::UpToDate(n) => self.follower.up_to_date(*n),
            Mail::Play { .. } | Mail::Watch(_) => Step::Known,
        };
        match (step, mail) {
            (Step::Apply, Mail::Event(event)) => self.show(event.event),
            (Step::Apply, Mail::Snapshot(snapshot)) => {
                self.moves = snapshot.moves.into_iter().map(|ply| ply.mv).collect();
            }
            (Step::Gap(since), _) => self.up.send(Mail::Watch(since), dice),
            _ => {}
        }
    }

    fn show(&mut self, event: Event) {
        match event {
            Event::Played { mv, .. } => self.moves.push(mv.mv),
            Event::TakenBack { ply, .. } => self.moves.truncate(ply as usize),
            _ => {}
        }
    }

    /// The connection breaks: what was under way is gone, and the client asks for what it missed.
    fn reconnect(&mut self, dice: &mut Dice) {
        self.up.mail.clear();
        self.down.mail.clear();
        self.up.send(Mail::Watch(self.follower.held()), dice);
    }

    /// Now and then asks again, or plays what it holds to be its turn.
    fn act(&mut self, me: usize, dice: &mut Dice) {
        match dice.below(40) {
            0 => self.reconnect(dice),
            1..=5 => self.up.send(Mail::Watch(self.follower.held()), dice),
            6..=15 if self.moves.len() % 2 == me => self.play(me, dice),
            _ => {}
        }
    }

    fn play(&mut self, me: usize, dice: &mut Dice) {
        let Some(held) = self.follower.held() else { return };
        let ply = self.moves.len();
        let (column, row) = (b'a' + dice.below(5) as u8, dice.below(5) + 1);
        let mv = format!("{}{row}", char::from(column));
        self.up.send(Mail::Play { ply, mv, id: format!("{me}-{held}") }, dice);
    }
}

struct Table {
    game: Game,
    clients: Vec<Client>,
    /// The moves that stood after each event.
    history: Vec<Vec<String>>,
}

impl Table {
    fn new() -> Self {
        let clients = (0..CLIENTS).map(|_| Client::default()).collect();
        Self { game: new_game(), clients, history: vec![Vec::new()] }
    }

    fn event_mail(&self, n: u64, me: usize) -> Mail {
        Mail::Event(Box::new(self.game.event(n, seat(me)).unwrap()))
    }

    fn handle(&mut self, me: usize, mail: Mail, dice: &mut Dice) {
        match mail {
            Mail::Watch(since) => self.answer(me, since, dice),
            Mail::Play { ply, mv, id } => self.play(me, ply, mv, id, dice),
            Mail::Event(_) | Mail::Snapshot(_) | Mail::UpToDate(_) => {}
        }
    }

    fn answer(&mut self, me: usize, since: Option<u64>, dice: &mut Dice) {
        let latest = self.game.latest();
        let answers = match resume(since, latest, self.game.settled) {
            Resume::UpToDate => vec![Mail::UpToDate(latest)],
            Resume::Snapshot => {
                vec![Mail::Snapshot(Box::new(self.game.snapshot(seat(me), None, Moment(1))))]
            }
            Resume::Events(range) => range.map(|n| self.event_mail(n, me)).collect(),
        };
        for mail in answers {
            self.clients[me].down.send(mail, dice);
        }
    }

    fn play(&mut self, me: usize, ply: usize, mv: String, id: String, dice: &mut Dice) {
        let again = self.game.done_before(&id).is_some();
        if !again && self.game.may_play(seat(me), ply as u32).is_ok() {
            self.apply_and_commit(GameEvent::Played { mv, delay: Span::ZERO }, Some(id), dice);
        }
    }

    fn apply_and_commit(&mut self, event: GameEvent, client: Option<String>, dice: &mut Dice) {
        if self.game.apply(StoredEvent { at: Moment(2), event, client }).is_err() {
            return;
        }
        let moves = self.game.snapshot(None, None, Moment(2)).moves;
        self.history.push(moves.into_iter().map(|ply| ply.mv).collect());
        for one in 0..CLIENTS {
            let mail = self.event_mail(self.game.latest(), one);
            self.clients[one].down.send(mail, dice);
        }
    }

    /// Besides moves: somebody talks, which watchers are not told, or a move is taken back.
    fn interrupt(&mut self, dice: &mut Dice) {
        let ply = self.game.board.ply();
        match dice.below(60) {
            0 => {
                let name = "Ann".parse().unwrap();
                let said = ChatMessage { name, room: Room::Players, text: "well".into() };
                self.apply_and_commit(GameEvent::Chat(said), None, dice);
            }
            1 if ply > 0 => {
                self.apply_and_commit(GameEvent::TakenBack { ply: ply - 1 }, None, dice);
            }
            _ => {}
        }
    }

    fn round(&mut self, dice: &mut Dice) {
        for me in 0..CLIENTS {
            if let Some(mail) = self.clients[me].up.deliver(dice) {
                self.handle(me, mail, dice);
            }
            if let Some(mail) = self.clients[me].down.deliver(dice) {
                self.clients[me].receive(mail, dice);
            }
            let client = &self.clients[me];
            let held = client.follower.held().unwrap_or(0) as usize;
            assert_eq!(client.moves, self.history[held], "after event {held}");
        }
    }
}

fn simulate(seed: u64) -> usize {
    let mut dice = Dice::new(seed);
    let mut table = Table::new();
    for _ in 0..1_500 {
        table.interrupt(&mut dice);
        table.round(&mut dice);
        for me in 0..CLIENTS {
            table.clients[me].act(me, &mut dice);
        }
    }
    // The connections hold again: one return each, and everything has come.
    for client in &mut table.clients {
        (client.up.holds, client.down.holds) = (true, true);
        client.reconnect(&mut dice);
    }
    for _ in 0..200 {
        table.round(&mut dice);
    }
    for client in &table.clients {
        assert_eq!(client.follower.held(), Some(table.game.latest()), "seed {seed}");
        assert_eq!(Some(&client.moves), table.history.last(), "seed {seed}");
    }
    table.history.len()
}

#[test]
fn everyone_ends_with_the_same_game() {
    let events: usize = (0..100).map(simulate).sum();
    assert!(events > 2_000, "only {events} events: nothing was tested");
}

//! Attacks by games: too many of them, too strong opponents, and games that are over.

use super::target::{Guest, Target, count, terms};
use super::wire::Wire;
use std::time::Duration;
use tokio::task::JoinSet;

/// How many games against the strongest computer player one guest starts.
const STRONG_GAMES: usize = 90;
/// How many sockets one guest has.
const SOCKETS: usize = 16;
/// How many strangers write into a finished game.
const STRANGERS: usize = 40;
/// How many finished games are watched, and by how many sockets.
const FINISHED: usize = 100;
const WATCHERS: usize = 40;

/// Answers to a message with an id.
const ANSWERS: [&str; 2] = [r#""t":"done""#, r#""t":"refused""#];

/// Sends a message with an id and counts its answer; nothing if the connection ended.
async fn asked(target: &Target, wire: &mut Wire, message: &str) -> Option<String> {
    if wire.say(message).await.is_err() {
        count(&target.counts.closed);
        return None;
    }
    let answer = wire.until(&ANSWERS).await;
    match &answer {
        Some(text) if text.contains(ANSWERS[0]) => count(&target.counts.accepted),
        Some(_) => count(&target.counts.refused),
        None => count(&target.counts.closed),
    }
    answer
}

/// A challenge to the computer at this level.
fn house(level: u8, seat: &str, id: usize) -> String {
    let terms = terms("hex", "size=11 swap=off", "none", seat);
    format!(
        r#"{{"t":"challenge","terms":{terms},"opponent":{{"who":"house","level":{level}}},"id":"h{id}"}}"#
    )
}

/// One guest starts 90 games against level 8 in which the computer moves first. The server should
/// bound such games per person and let short thoughts of others go first.
pub(super) async fn level8_games(target: Target) {
    let Some((_guest, mut wire)) = target.guest_with_socket(0).await else {
        return count(&target.counts.closed);
    };
    for id in 0..STRONG_GAMES {
        if target.is_over() || start_computer_game(&target, &mut wire, id).await.is_none() {
            return;
        }
        target.pause(Duration::from_millis(50)).await;
    }
    wire.listen(&target).await;
}

/// Starts a game against the computer and watches it, so that the server searches; `None` if the connection ended.
async fn start_computer_game(target: &Target, wire: &mut Wire, id: usize) -> Option<()> {
    let begun = match wire.say(&house(8, "second", id)).await {
        Ok(()) => wire.until(&[r#""t":"paired""#, ANSWERS[1]]).await,
        Err(_) => None,
    };
    let Some(text) = begun else {
        count(&target.counts.closed);
        return None;
    };
    if let Some(game) = field(&text, "game").filter(|_| text.contains("paired")) {
        count(&target.counts.accepted);
        wire.say(&format!(r#"{{"t":"watch","game":"{game}"}}"#)).await.ok()?;
    } else {
        count(&target.counts.refused);
    }
    Some(())
}

/// One guest makes games against level 1 over 16 sockets as fast as messages are taken. The server
/// should bound running games per person and address.
pub(super) async fn many_games(target: Target) {
    let Some(guest) = target.guest(0).await else { return count(&target.counts.closed) };
    let mut all = JoinSet::new();
    for socket in 0..SOCKETS {
        let (target, guest) = (target.clone(), guest.clone());
        all.spawn(async move { make_games(&target, &guest, socket).await });
    }
    all.join_all().await;
}

async fn make_games(target: &Target, guest: &Guest, socket: usize) {
    let Some(mut wire) = target.socket(guest).await else { return count(&target.counts.closed) };
    for id in (socket * 100_000).. {
        let message = house(1, "first", id);
        if target.is_over() || asked(target, &mut wire, &message).await.is_none() {
            return;
        }
        // As often as the server's limit on messages allows.
        target.pause(Duration::from_millis(40)).await;
    }
}

/// Finished games, and who has played them.
pub(super) struct Finished {
    pub(super) games: Vec<String>,
    pub(super) names: [String; 2],
}

/// The value of a field of a message, which is a text.
fn field<'a>(message: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = message.split_once(&format!(r#""{name}":""#))?;
    rest.split('"').next()
}

/// The name of the guest.
async fn name_of(target: &Target, guest: &Guest) -> Option<String> {
    let who = (guest.from, Some(guest.cookie.as_str()));
    let account = target.ask(who, "/api/account", None).await.ok()?;
    field(&account.body, "name").map(str::to_owned)
}

/// How many finished games one pair makes.
const GAMES_EACH: usize = 10;

/// Plays so many games to their end: two moves and a resignation each, by pairs of guests from
/// addresses of their own, so that no budget is in the way.
pub(super) async fn finished(target: &Target, count: usize) -> Option<Finished> {
    let mut pairs = JoinSet::new();
    for pair in 0..count.div_ceil(GAMES_EACH) {
        let (target, games) = (target.clone(), GAMES_EACH.min(count - pair * GAMES_EACH));
        pairs.spawn(async move { finished_by(&target, pair, games).await });
    }
    let all: Option<Vec<Finished>> = pairs.join_all().await.into_iter().collect();
    all?.into_iter().reduce(|mut all, next| {
        all.games.extend(next.games);
        all
    })
}

/// Games of one pair, one after the other.
async fn finished_by(target: &Target, pair: usize, count: usize) -> Option<Finished> {
    let (one, mut first) = target.guest_with_socket(10_000 + 2 * pair).await?;
    let (other, mut second) = target.guest_with_socket(10_001 + 2 * pair).await?;
    let names = [name_of(target, &one).await?, name_of(target, &other).await?];
    let mut games = Vec::new();
    for id in 0..count {
        games.push(short_game(&mut first, &mut second, id).await?);
    }
    Some(Finished { games, names })
}

/// A game of two moves that the first player resigns; its id.
async fn short_game(first: &mut Wire, second: &mut Wire, id: usize) -> Option<String> {
    let terms = terms("hex", "size=5 swap=off", "600+5", "first");
    let link =
        format!(r#"{{"t":"challenge","terms":{terms},"opponent":{{"who":"link"}},"id":"c{id}"}}"#);
    first.say(&link).await.ok()?;
    let done = first.until(&[r#""seek":""#]).await?;
    let seek = field(&done, "seek")?;
    second.say(&format!(r#"{{"t":"accept","seek":"{seek}","id":"a{id}"}}"#)).await.ok()?;
    let paired = second.until(&[r#""t":"paired""#]).await?;
    let game = field(&paired, "game")?.to_owned();
    for (ply, wire) in [&mut *first, &mut *second].into_iter().enumerate() {
        let mv = if ply == 0 { "a1" } else { "b2" };
        let play = format!(
            r#"{{"t":"play","game":"{game}","ply":{ply},"mv":"{mv}","id":"p{game}{ply}"}}"#
        );
        wire.say(&play).await.ok()?;
        wire.until(&[&format!(r#""id":"p{game}{ply}""#)]).await?;
    }
    let resign = format!(r#"{{"t":"ask","game":"{game}","wish":"resign","id":"r{game}"}}"#);
    first.say(&resign).await.ok()?;
    first.until(&[&format!(r#""id":"r{game}""#)]).await?;
    Some(game)
}

/// 40 strangers write into a game that is over. The server should close its chat, or bound the
/// lines of a game.
pub(super) async fn chat_finished(target: Target) {
    let Some(finished) = finished(&target, 1).await else { return count(&target.counts.closed) };
    let mut all = JoinSet::new();
    for number in 0..STRANGERS {
        let (target, game) = (target.clone(), finished.games[0].clone());
        all.spawn(async move { chat(&target, number, &game).await });
    }
    all.join_all().await;
}

async fn chat(target: &Target, number: usize, game: &str) {
    let Some((_guest, mut wire)) = target.guest_with_socket(number).await else {
        return count(&target.counts.closed);
    };
    for id in 0.. {
        let text = "spam ".repeat(30);
        let line = format!(
            r#"{{"t":"chat","game":"{game}","room":"watchers","text":"{text}","id":"s{id}"}}"#
        );
        if target.is_over() || asked(target, &mut wire, &line).await.is_none() {
            return;
        }
        target.pause(Duration::from_millis(100)).await;
    }
}

/// 40 guests of one address watch 100 finished games each. The server should answer from what is
/// stored, without a task for each game, and bound subscriptions per address.
pub(super) async fn watch_finished(target: Target) {
    let Some(finished) = finished(&target, FINISHED).await else {
        return count(&target.counts.closed);
    };
    let mut all = JoinSet::new();
    for number in 0..WATCHERS {
        let (target, games) = (target.clone(), finished.games.clone());
        all.spawn(async move { watch(&target, number, &games).await });
    }
    all.join_all().await;
}

async fn watch(target: &Target, number: usize, games: &[String]) {
    // Guests from three addresses: more than 20 at once are not let in from one.
    let Some((_guest, mut wire)) = target.guest_with_socket(number % 3).await else {
        return count(&target.counts.closed);
    };
    while !target.is_over() {
        for game in games {
            let watch = format!(r#"{{"t":"watch","game":"{game}"}}"#);
            let leave = format!(r#"{{"t":"leave","game":"{game}"}}"#);
            if wire.say(&watch).await.is_err() {
                return count(&target.counts.closed);
            }
            match wire.until(&[r#""t":"snapshot""#, r#""t":"refused""#]).await {
                Some(text) if text.contains("snapshot") => count(&target.counts.accepted),
                Some(_) => count(&target.counts.refused),
                None => return count(&target.counts.closed),
            }
            let _ = wire.say(&leave).await;
            target.pause(Duration::from_millis(80)).await;
            if target.is_over() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_messages_are_found() {
        let message = r#"{"t":"done","id":"c1","seek":"p0Qw8rTy"}"#;
        assert_eq!(field(message, "seek"), Some("p0Qw8rTy"));
        assert_eq!(field(message, "game"), None);
    }

    #[test]
    fn challenges_can_be_read_by_the_protocol() {
        assert!(protocol::decode(&house(8, "second", 3)).is_ok());
    }
}

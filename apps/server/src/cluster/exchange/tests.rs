use super::*;
use crate::store::{AccountKind, PersonRow};
use crate::{cluster::wire::RequestBody, credential::Credential};
use clock::Moment;

fn node(name: &str) -> NodeId {
    NodeId(name.into())
}

fn client() -> ClientIdentity {
    let person =
        PersonRow { id: "ann".into(), name: "Ann".parse().unwrap(), kind: AccountKind::Person };
    let credential = Credential::Session("fingerprint".into());
    ClientIdentity::new(&person, &credential, Moment(u64::MAX), [127, 0, 0, 1].into())
}

/// What of it is sent to this node.
fn sent(outputs: &[Output], wanted: &NodeId) -> Vec<Message> {
    let sent = outputs.iter().filter_map(|output| match output {
        Output::Send { to, message } if to == wanted => Some(message.clone()),
        _ => None,
    });
    sent.collect()
}

/// Both ends of a session that the owner has taken, with nothing outstanding.
fn session(now: Instant) -> (Exchange, Exchange, SessionId) {
    let (mut origin, mut owner) = (Exchange::new(node("origin")), Exchange::new(node("owner")));
    let watch = RequestBody::Watch { game: "g".parse().unwrap(), since: None };
    let asked = origin.request(&node("owner"), 7, client, watch, now);
    for message in sent(&asked, &node("owner")) {
        let taken = owner.receive(&node("origin"), message, now);
        for message in sent(&taken, &node("origin")) {
            origin.receive(&node("owner"), message, now);
        }
    }
    let session = SessionId { origin: node("origin"), connection: 7, run: 1 };
    assert_eq!((origin.count(), owner.count()), ((1, 0), (0, 1)));
    (origin, owner, session)
}

#[test]
fn the_end_of_a_session_is_told_until_the_origin_confirms_it() {
    let now = Instant::now();
    let (mut origin, mut owner, session) = session(now);
    // The first one is lost, and the origin has nothing to ask.
    owner.end(&session, Close::Restart.code());
    assert_eq!(origin.tick(now + MARKS_EVERY), []);
    let told = sent(&owner.tick(now + MARKS_EVERY), &node("origin"));
    assert!(matches!(told[..], [Message::Ended { .. }]), "{told:?}");
    let mut answers = Vec::new();
    for message in told.iter().chain(&told) {
        answers.extend(origin.receive(&node("owner"), message.clone(), now + MARKS_EVERY));
    }
    let resumed = answers.iter().filter(|output| **output == Output::Resume { connection: 7 });
    assert_eq!(resumed.count(), 1, "once, however often it is told");
    for message in sent(&answers, &node("owner")) {
        owner.receive(&node("origin"), message, now + MARKS_EVERY);
    }
    assert_eq!(owner.tick(now + 3 * MARKS_EVERY), [], "confirmed");
}

#[test]
fn a_session_that_was_ended_is_not_begun_again_by_a_late_request() {
    let now = Instant::now();
    let (_, mut owner, session) = session(now);
    owner.end(&session, Close::Restart.code());
    let watch = RequestBody::Watch { game: "g".parse().unwrap(), since: None };
    let first = Request { session, number: 1, client: Some(client()), body: watch };
    let answer = owner.receive(&node("origin"), Message::Request(first), now);
    assert!(matches!(sent(&answer, &node("origin"))[..], [Message::Ended { .. }]), "{answer:?}");
    assert_eq!(owner.count(), (0, 0));
}

#[test]
fn an_origin_that_never_confirms_is_told_for_a_minute() {
    let now = Instant::now();
    let (_, mut owner, session) = session(now);
    owner.end(&session, Close::Restart.code());
    let told = (1..1_000).filter(|beat| !owner.tick(now + *beat * MARKS_EVERY).is_empty());
    assert_eq!(told.count(), MAX_END_REPEATS as usize);
}

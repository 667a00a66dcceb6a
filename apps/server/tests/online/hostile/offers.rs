//! Offers are events that are stored for ever: nobody makes thousands of them in one game.

use crate::support::client::{Client, game_between, terms};
use crate::support::site::Site;
use protocol::{GameId, Refusal, ToServer, Wish};

async fn ask(client: &mut Client, game: &GameId, wish: Wish) -> Result<(), Refusal> {
    let id = client.id();
    client.say(&ToServer::Ask { game: game.clone(), wish, id: id.clone() }).await;
    client.done(&id).await.map(|_| ())
}

#[tokio::test]
async fn an_offer_is_made_twice_at_most_until_a_move_is_played() {
    let site = Site::open().await;
    let (mut a, mut b) = (Client::guest(site.at).await, Client::guest(site.at).await);
    let game = game_between(&mut a, &mut b, terms("hexchess", "", "none")).await;
    for _ in 0..2 {
        assert_eq!(ask(&mut a, &game, Wish::Draw).await, Ok(()));
        assert_eq!(ask(&mut b, &game, Wish::DeclineDraw).await, Ok(()));
    }
    for _ in 0..20 {
        assert_eq!(ask(&mut a, &game, Wish::Draw).await, Err(Refusal::NotNow));
    }
    assert_eq!(ask(&mut b, &game, Wish::Draw).await, Ok(()), "the other side has its own count");
    assert!(a.play(&game, 0, "fixed").await.is_ok());
    assert_eq!(ask(&mut a, &game, Wish::Draw).await, Ok(()), "a move later it may be made again");
}

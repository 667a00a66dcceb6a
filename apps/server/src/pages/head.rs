//! Title, description and picture of a page, as Open Graph has them.

use super::app_page::{AppPage, Mode};
use crate::api::Caller;
use crate::store::{GameRow, StoreError};
use catalog::GameName;
use protocol::{GameId, Terms};
use scene::svg::escape;

/// What a link to a page shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Head {
    title: String,
    description: String,
    /// The address of a picture, from the root of the site.
    picture: String,
}

/// Where the page has its title; what stands between is for visitors without a server.
const HEAD: (&str, &str) = ("<!--head-->", "<!--/head-->");
/// What is seen until the app has started: the largest text of the page is there at the first paint.
const FIRST: (&str, &str) = ("<!--first-->", "<!--/first-->");

impl Default for Head {
    fn default() -> Self {
        Self::new(
            "Sixfold: hexagonal strategy games",
            "Play, learn and analyse hexagonal strategy games: free, in the browser, also offline.",
            "home",
        )
    }
}

impl Head {
    fn new(title: impl Into<String>, description: impl Into<String>, picture: &str) -> Self {
        let picture = format!("/picture/{picture}.png");
        Self { title: title.into(), description: description.into(), picture }
    }

    pub(super) fn missing() -> Self {
        Self { title: "Page not found · Sixfold".to_owned(), ..Self::default() }
    }

    /// What is said of a page without looking anything up.
    pub(super) fn fixed(page: &AppPage) -> Option<Self> {
        match page {
            AppPage::Home => Some(Self::default()),
            AppPage::Fixed(title) => {
                Some(Self { title: format!("{title} · Sixfold"), ..Self::default() })
            }
            AppPage::Game(mode, game) => Some(of_game(*mode, *game)),
            AppPage::OnlineGame(_) | AppPage::Challenge(_) | AppPage::Profile(_) => None,
        }
    }

    /// The page with this head, and with what is seen until the app has started: `first`, or else its words.
    pub(super) fn insert(
        &self,
        page: &str,
        origin: &str,
        path: &str,
        first: Option<&str>,
    ) -> String {
        let page = replace_between(page, HEAD, &self.html(origin, path));
        let first = first.map_or_else(|| self.first_words(), str::to_owned);
        replace_between(&page, FIRST, &first)
    }

    fn first_words(&self) -> String {
        let title = self.title.strip_suffix(" · Sixfold").unwrap_or(&self.title);
        let [title, lead] = [title, &self.description].map(escape);
        format!("<div class=\"first-words\"><h1>{title}</h1>\n<p class=\"lead\">{lead}</p></div>")
    }

    fn html(&self, origin: &str, path: &str) -> String {
        let [title, description] = [&self.title, &self.description].map(|text| escape(text));
        let (url, picture) = (format!("{origin}/{path}"), format!("{origin}{}", self.picture));
        let [url, picture] = [url, picture].map(|text| escape(&text));
        format!(
            "<title>{title}</title>\n\
             <meta name=\"description\" content=\"{description}\">\n\
             <meta property=\"og:type\" content=\"website\">\n\
             <meta property=\"og:site_name\" content=\"Sixfold\">\n\
             <meta property=\"og:title\" content=\"{title}\">\n\
             <meta property=\"og:description\" content=\"{description}\">\n\
             <meta property=\"og:url\" content=\"{url}\">\n\
             <meta property=\"og:image\" content=\"{picture}\">\n\
             <meta property=\"og:image:width\" content=\"1200\">\n\
             <meta property=\"og:image:height\" content=\"630\">\n\
             <meta name=\"twitter:card\" content=\"summary_large_image\">"
        )
    }
}

fn of_game(mode: Mode, game: GameName) -> Head {
    let name = game.title();
    let (title, description) = match mode {
        Mode::Computer => (
            format!("Play {name} against the computer"),
            format!("{name} against eight levels of computer, in the browser, also offline."),
        ),
        Mode::Friend => (
            format!("Play {name} with a friend at one screen"),
            format!("{name} for two people at one screen, with or without a clock."),
        ),
        Mode::Analysis => (
            format!("Analyse {name}"),
            format!("Engine lines, game review and variations of {name}, in the browser."),
        ),
        Mode::Lessons => (
            format!("Learn {name}"),
            format!("Lessons for {name}: the rules and how to play well."),
        ),
        Mode::Guide => (
            format!("Your first game of {name}"),
            format!("A guided game of {name}: learn the rules by playing, in about 90 seconds."),
        ),
        Mode::Rules => {
            (format!("Rules of {name}"), format!("The complete rules of {name}, with pictures."))
        }
    };
    Head::new(format!("{title} · Sixfold"), description, game.text())
}

/// What is said of a page that depends on what is stored; nothing if there is no such page.
pub(super) async fn describe(page: &AppPage, caller: &Caller) -> Result<Option<Head>, StoreError> {
    let store = &caller.state.store;
    match page {
        AppPage::OnlineGame(id) => Ok(store.game(id).await?.map(|row| of_online_game(&row))),
        AppPage::Challenge(id) => of_challenge(id, caller).await,
        AppPage::Profile(name) => Ok(store.named(name).await?.map(|person| {
            let name = person.name.to_string();
            let description = format!("Ratings and games of {name} on Sixfold.");
            Head::new(format!("{name} · Sixfold"), description, "home")
        })),
        fixed => Ok(Head::fixed(fixed)),
    }
}

fn of_online_game(row: &GameRow) -> Head {
    let [first, second] = [&row.first, &row.second].map(|seat| seat.player.person.name.to_string());
    let (game, time) = (title_of(&row.terms), row.terms.time);
    let title = format!("{first} – {second}: {game}");
    let rated = if row.terms.rated { "Rated" } else { "Casual" };
    let state = match &row.finish {
        None => "being played now".to_owned(),
        Some(finish) => match finish.winner.as_deref() {
            Some("first") => format!("won by {first}"),
            Some(_) => format!("won by {second}"),
            None if finish.why == "aborted" => "aborted".to_owned(),
            None => "drawn".to_owned(),
        },
    };
    let clock = if time.is_timed() { format!(", {time}") } else { String::new() };
    let picture = format!("game/{}", row.id);
    Head::new(format!("{title} · Sixfold"), format!("{rated} {game}{clock}: {state}."), &picture)
}

async fn of_challenge(id: &GameId, caller: &Caller) -> Result<Option<Head>, StoreError> {
    let store = &caller.state.store;
    // A challenge that was accepted is a game of the same name.
    let Some(challenge) = store.challenge(id).await? else {
        return Ok(store.game(id).await?.map(|row| of_online_game(&row)));
    };
    let name = store.person(&challenge.person).await?.map(|person| person.name.to_string());
    let name = name.unwrap_or_else(|| "A player".to_owned());
    let game = title_of(&challenge.terms);
    let title = format!("{name} challenges you to a game of {game} · Sixfold");
    let description = "Open the link to play, in the browser, without an account.";
    Ok(Some(Head::new(title, description, &challenge.terms.game)))
}

/// The game's title with its options.
fn title_of(terms: &Terms) -> String {
    let game = terms.game.parse::<GameName>();
    game.map_or_else(|_| "a game".to_owned(), |game| game.caption(&terms.options))
}

/// The text with what stands between two marks, and the marks, replaced; unchanged without the marks.
fn replace_between(text: &str, (begin, end): (&str, &str), new: &str) -> String {
    let parts = text.split_once(begin).and_then(|(before, rest)| {
        rest.split_once(end).map(|(_, after)| format!("{before}{new}{after}"))
    });
    parts.unwrap_or_else(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_head_replaces_the_usual_one_and_nothing_breaks_out_of_it() {
        let page = "<head><!--head--><title>Sixfold</title><!--/head--></head>";
        let head = Head::new("\"><script>", "A & B", "home");
        let html = head.insert(page, "https://play.example", "people/x\"y", None);
        assert!(!html.contains("<script>") && !html.contains("x\"y"));
        assert!(html.contains("<title>&quot;&gt;&lt;script&gt;</title>"));
        assert!(html.contains("content=\"https://play.example/picture/home.png\""));
        assert_eq!(html.matches("<title>").count(), 1);
        let body = "<body><!--first--><p>Sixfold</p><!--/first--></body>";
        let learn = Head::new("Learn Hex · Sixfold", "By playing.", "hex");
        assert_eq!(
            learn.insert(body, "", "", None),
            "<body><div class=\"first-words\"><h1>Learn Hex</h1>\n\
             <p class=\"lead\">By playing.</p></div></body>"
        );
        assert_eq!(learn.insert(body, "", "", Some("<svg/>")), "<body><svg/></body>");
    }

    #[test]
    fn a_page_without_a_place_for_it_stays_as_it_is() {
        assert_eq!(Head::default().insert("<html>", "", "", None), "<html>");
    }
}

//! `sixfold admin` as a command: what it prints, its exit codes, wrong input, and the examples of docs/admin.md.

use super::sixfold;
use super::stdout;
use clock::Moment;
use protocol::{GameId, Player, SeatWish, Terms};
use server::store::{
    AccountKind, DatabaseLocation, GameRow, NewReport, PersonRow, ReportReason, Seated, Store,
};
use std::path::Path;
use std::process::Output;
use tempfile::TempDir;

/// A folder with a database in which Anna and Berta have accounts, and play a game.
pub(super) fn site() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    make_site(&folder.path().join("sixfold-data"));
    folder
}

pub(super) fn make_site(data: &Path) {
    let threads = tokio::runtime::Runtime::new().unwrap();
    threads.block_on(async {
        let store = Store::open(&DatabaseLocation::Folder(data.to_owned())).await.unwrap();
        let now = server::time::now();
        let anna = store.add_account(&"Anna".parse().unwrap(), "no hash", now).await.unwrap();
        let clara = store.add_account(&"Clara".parse().unwrap(), "no hash", now).await.unwrap();
        store.computers(now).await.unwrap();
        store.begin_session(&anna.id, Some("Firefox on Linux"), now).await.unwrap();
        let game = game_row(&anna, &clara, now);
        store.write(vec![game.insertion(None)]).await.unwrap();
    });
}

fn game_row(first: &PersonRow, second: &PersonRow, created: Moment) -> GameRow {
    let seated = |person: &PersonRow| Seated {
        person: person.id.clone(),
        kind: AccountKind::Person,
        player: Player { person: person.person(), rating: Some(1500), provisional: true },
    };
    let time = "none".parse().unwrap();
    let (game, options) = ("hex".into(), "size=5 swap=off".into());
    GameRow {
        id: "g4meId12".parse::<GameId>().unwrap(),
        terms: Terms { game, options, time, rated: false, seat: SeatWish::First },
        first: seated(first),
        second: seated(second),
        created,
        came_from: None,
        finish: None,
    }
}

fn admin(folder: &TempDir, args: &[&str]) -> Output {
    let data = folder.path().join("sixfold-data");
    let mut all = vec!["admin", "--data", data.to_str().unwrap()];
    all.extend(args);
    sixfold(&all)
}

fn done(folder: &TempDir, args: &[&str]) -> String {
    let output = admin(folder, args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {error}");
    stdout(&output)
}

fn refused(folder: &TempDir, args: &[&str], code: i32, mentions: &str) {
    let output = admin(folder, args);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(code), "{args:?}: {error}");
    assert!(error.contains(mentions), "{args:?}: {error}");
    assert!(!error.contains("panicked"), "{error}");
}

/// Anna reports Clara; the id of the report.
fn report(folder: &TempDir) -> String {
    let data = DatabaseLocation::Folder(folder.path().join("sixfold-data"));
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = Store::open(&data).await.unwrap();
        let id = async |name: &str| store.named(name).await.unwrap().unwrap().id;
        let (reporter, person) = (id("Anna").await, id("Clara").await);
        let game = "g4meId12".parse().unwrap();
        let report = NewReport {
            reporter: &reporter,
            person: &person,
            reason: ReportReason::Chat,
            words: "insults",
            game: Some(&game),
        };
        store.add_report(&report, server::time::now()).await.unwrap()
    })
}

#[test]
fn reports_are_listed_and_closed_once() {
    let site = site();
    assert_eq!(done(&site, &["reports"]), "");
    let id = report(&site);
    let listed = done(&site, &["reports"]);
    assert!(listed.starts_with(&id), "{listed}");
    assert!(listed.ends_with("Clara  chat  by Anna  g4meId12  insults\n"), "{listed}");
    let closed = done(&site, &["close-report", &id, "--note", "a warning"]);
    assert_eq!(closed, "the report of Clara is closed\n");
    assert_eq!(done(&site, &["reports"]), "");
    refused(&site, &["close-report", &id], 2, "no open report");
    refused(&site, &["close-report", "nonsense"], 2, "no open report nonsense");
    let log = done(&site, &["log"]);
    assert!(log.contains("operator  close_report  Clara  g4meId12  a warning"), "{log}");
}

#[test]
fn accounts_are_listed_sanctioned_and_renamed() {
    let site = site();
    for kind in ["computer", "house"] {
        let listed = done(&site, &["people", "--kind", kind]);
        assert_eq!(listed.lines().count(), 8, "{listed}");
        assert!(listed.starts_with("house-1  computer  since 20"), "{listed}");
    }
    let listed = done(&site, &["people", "--kind", "account"]);
    assert_eq!(listed.lines().count(), 2, "{listed}");
    assert!(listed.contains("Anna  account  since 20") && listed.contains("seen 20"), "{listed}");
    assert!(done(&site, &["ban", "anna", "--for", "7d"]).contains("Anna is banned until 20"));
    assert_eq!(done(&site, &["mute", "Anna", "--reason", "spam"]), "Anna is muted for ever\n");
    done(&site, &["grant-moderator", "Anna"]);
    let listed = done(&site, &["people", "ann"]);
    assert!(listed.contains("moderator  banned until 20") && listed.contains("muted for ever"));
    assert_eq!(done(&site, &["unban", "Anna"]), "Anna is not banned\n");
    assert_eq!(done(&site, &["unmute", "Anna"]), "Anna is not muted\n");
    assert_eq!(done(&site, &["revoke-moderator", "Anna"]), "Anna may not moderate\n");
    assert_eq!(done(&site, &["rename", "Anna", "Berta"]), "Anna is called Berta now\n");
    let code = done(&site, &["reset-password", "Berta"]);
    assert_eq!(code.lines().next().unwrap().len(), 19, "{code}");
    let log = done(&site, &["log"]);
    assert_eq!(log.lines().count(), 8, "{log}");
    assert!(log.contains("operator  mute  Berta  spam"), "{log}");
    assert!(!log.contains(code.lines().next().unwrap()), "no code is logged");
}

#[test]
fn sessions_are_listed_and_ended() {
    let site = site();
    let listed = done(&site, &["sessions", "Anna"]);
    assert!(listed.contains("Firefox on Linux"), "{listed}");
    let id = listed.split_whitespace().next().unwrap();
    refused(&site, &["end-sessions", "Anna", "--session", "0123"], 2, "no session 0123");
    let ended = done(&site, &["end-sessions", "Anna", "--session", id]);
    assert_eq!(ended, "1 sessions of Anna are ended\n");
    assert_eq!(done(&site, &["sessions", "Anna"]), "");
    assert_eq!(done(&site, &["end-sessions", "Anna"]), "0 sessions of Anna are ended\n");
}

#[test]
fn games_sign_up_and_the_announcement() {
    let site = site();
    let address = "https://play.example/game/g4meId12";
    assert_eq!(done(&site, &["abort", address]), "game g4meId12 is aborted\n");
    refused(&site, &["abort", "g4meId12"], 2, "no game g4meId12 that is on");
    refused(&site, &["abort", ""], 2, "no game");
    assert_eq!(done(&site, &["sign-up"]), "open\n");
    assert_eq!(done(&site, &["sign-up", "invitation"]), "invitation\n");
    assert_eq!(done(&site, &["sign-up"]), "invitation\n");
    refused(&site, &["sign-up", "never"], 2, "open, closed or by invitation");
    assert_eq!(done(&site, &["invite", "--note", "Dora"]).trim().len(), 19);
    let listed = done(&site, &["invitations"]);
    assert!(listed.contains("Dora  not used"), "{listed}");
    done(&site, &["announce", "Tonight at 8"]);
    done(&site, &["announce", "--clear"]);
    refused(&site, &["announce", " "], 2, "one line");
    refused(&site, &["announce", "two\nlines"], 2, "one line");
    refused(&site, &["announce", &"a".repeat(201)], 2, "200");
    refused(&site, &["announce"], 2, "required");
}

#[test]
fn wrong_input_is_refused_in_one_line() {
    let site = site();
    for command in [&["ban"][..], &["mute"], &["rename"], &["sessions"], &["reset-password"]] {
        let mut args = command.to_vec();
        args.push("Nobody-here");
        args.extend((command[0] == "rename").then_some("Zoe"));
        refused(&site, &args, 2, "no account is called Nobody-here");
    }
    refused(&site, &["rename", "Anna", "Clara"], 2, "taken");
    refused(&site, &["rename", "Anna", "a b"], 2, "letters");
    refused(&site, &["ban", "Anna", "--for", "soon"], 2, "7d");
    refused(&site, &["people", "--kind", "cat"], 2, "account, guest, bot or computer");
    refused(&site, &["copy", "--from", "mysql://x", "--to", "y"], 2, "postgres://");
    refused(&site, &["restore", "/nowhere/at.all"], 3, "/nowhere/at.all");
    refused(&site, &["--database", "postgres://nobody@127.0.0.1:1/x", "people"], 3, "cannot open");
    let empty = tempfile::tempdir().unwrap();
    refused(&empty, &["people"], 3, "there is no sixfold.db");
    refused(&empty, &["backup", "x"], 3, "there is no sixfold.db");
}

#[test]
fn a_check_says_what_it_found_by_its_exit_code() {
    let site = site();
    assert!(done(&site, &["check"]).contains("1 games, 0 events, 0 ratings: 0 problems"));
    let data = site.path().join("sixfold-data");
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let store = Store::open(&DatabaseLocation::Folder(data)).await.unwrap();
        let wrong = server::store::statement("UPDATE games SET plies = 3", []);
        store.write(vec![wrong]).await.unwrap();
    });
    let output = admin(&site, &["check"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stdout(&output).contains("game g4meId12: its row and its log differ: plies"));
}

#[test]
fn a_backup_is_restored_and_copied() {
    let site = site();
    let path = |name: &str| site.path().join(name).display().to_string();
    let (file, copy) = (path("all.backup"), path("copy"));
    let written = done(&site, &["backup", &file]);
    assert!(written.contains("games") && written.contains("rows written"), "{written}");
    refused(&site, &["backup", &file], 3, "exists");
    refused(&site, &["restore", &file], 2, "holds something already");
    let restored = path("restored");
    let told = sixfold(&["admin", "--data", &restored, "restore", &file]);
    assert!(told.status.success() && stdout(&told).contains("read again and compared"));
    let people = stdout(&sixfold(&["admin", "--data", &restored, "people"]));
    assert!(people.contains("Anna") && people.contains("Clara"), "{people}");
    done(&site, &["copy", "--from", &restored, "--to", &copy]);
    std::fs::write(&file, "nothing").unwrap();
    refused(&site, &["restore", &file], 3, "is no whole backup: line 1");
}

#[test]
fn synthetic_games_are_made_and_measured() {
    let site = site();
    refused(&site, &["generate", "--games", "10"], 2, "--among-others");
    let data = site.path().join("made").display().to_string();
    let made = sixfold(&["admin", "--data", &data, "generate", "--games", "50", "--people", "20"]);
    let told = stdout(&made);
    assert!(made.status.success() && told.starts_with("50 games, "), "{told}");
    let checked = stdout(&sixfold(&["admin", "--data", &data, "check"]));
    assert!(checked.starts_with("50 games") && checked.contains(": 0 problems"), "{checked}");
    let measured = sixfold(&["load", "--archive", "--data", &data, "--json", "--time", "20ms"]);
    let figures = stdout(&measured);
    assert!(measured.status.success(), "{}", String::from_utf8_lossy(&measured.stderr));
    for figure in ["start until ready", "player, opponent", "download of one's own, whole"] {
        assert!(figures.contains(&format!("\"{figure}\"")), "{figure} in {figures}");
    }
    let left: Vec<_> = std::fs::read_dir(site.path().join("made")).unwrap().collect();
    assert!(!left.is_empty(), "what is measured is not deleted");
    let none = sixfold(&["load", "--archive"]);
    assert_eq!(none.status.code(), Some(2));
}

/// Every command that `sixfold admin --help` lists is in the guide, with an example.
#[test]
fn the_guide_has_every_command() {
    let help = stdout(&sixfold(&["admin", "--help"]));
    let listed = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let commands: Vec<&str> = listed
        .take_while(|line| !line.is_empty())
        .filter_map(|line| {
            line.strip_prefix("  ")?.split(' ').next().filter(|word| !word.is_empty())
        })
        .filter(|command| *command != "help")
        .collect();
    assert!(commands.len() > 20 && commands.contains(&"check"), "{help}");
    let guide = include_str!("../../../../docs/admin.md");
    let words: Vec<&str> = guide.split(|c: char| c.is_whitespace() || c == '`').collect();
    for command in commands {
        let is_shown = words.windows(3).any(|three| three == ["sixfold", "admin", command]);
        assert!(is_shown, "docs/admin.md has no `sixfold admin {command}`");
    }
}

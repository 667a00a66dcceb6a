//! `sixfold admin`: what an operator does, on the database directly, whether a server is running or not.

mod accounts;
mod database;
mod site;

use crate::failure::{Done, Failure};
use crate::units::long_time;
use clap::Subcommand;
use server::admin::{self, AdminError};
use server::store::{AccountKind, DatabaseLocation, PersonRow, Store, StoreError};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Operate a server: people, games, sign-up, check, backup, restore
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold admin people ann                        who has `ann` in the name
  sixfold admin ban Anna --for 7d --reason spam   Anna cannot sign in for a week
  sixfold admin reset-password Anna               a code for the recovery page
  sixfold admin sign-up invitation                accounts only with a code
  sixfold admin check                             whether everything stored is consistent
  sixfold admin backup today.backup               everything in one file, while the server runs

A running server follows within two seconds. docs/admin.md describes every command.")]
pub(crate) struct AdminArgs {
    /// The folder with the server's SQLite file
    #[arg(
        long,
        value_name = "DIR",
        default_value = "sixfold-data",
        env = "SIXFOLD_DATA",
        global = true
    )]
    data: PathBuf,
    /// The server's PostgreSQL database instead
    #[arg(
        long,
        value_name = "URL",
        env = "SIXFOLD_DATABASE",
        hide_env_values = true,
        global = true
    )]
    database: Option<String>,
    #[command(subcommand)]
    command: AdminCommand,
}

#[derive(Subcommand)]
enum AdminCommand {
    /// List people, the latest first
    People {
        /// Only those with this text in the name
        #[arg(default_value = "")]
        text: String,
        /// Only these: account, guest, bot or computer
        #[arg(long, value_name = "KIND", value_parser = kind)]
        kind: Option<AccountKind>,
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 100)]
        limit: u32,
    },
    /// Print a code that sets a new password on the recovery page, once
    ResetPassword { name: String },
    /// Give an account another name, on its games too
    Rename { name: String, new: String },
    /// Ban an account and its bots, and end its sessions
    Ban(Sanction),
    /// Let them sign in again
    Unban(LiftSanction),
    /// Mute an account
    Mute(Sanction),
    /// Let them chat again
    Unmute(LiftSanction),
    /// List the sessions of an account
    Sessions { name: String },
    /// End all sessions of an account, or one
    EndSessions {
        name: String,
        /// Only this one, by the id that `sessions` lists
        #[arg(long, value_name = "ID")]
        session: Option<String>,
    },
    /// Let an account moderate on the page /moderation: reports, mutes, bans, aborted games
    GrantModerator { name: String },
    /// Take the moderator right away
    RevokeModerator { name: String },
    /// End a game without a result; no rating changes
    Abort {
        /// The game, as in its address
        game: String,
        /// Why, for the log
        #[arg(long, value_name = "TEXT", default_value = "")]
        reason: String,
    },
    /// Show a line on every page, or none with --clear
    Announce {
        #[arg(required_unless_present = "clear", conflicts_with = "clear")]
        text: Option<String>,
        /// Show none
        #[arg(long)]
        clear: bool,
    },
    /// Say or set who may make an account: open, closed or invitation
    SignUp { mode: Option<String> },
    /// Print a new invitation code, which makes one account
    Invite {
        /// A note for the list, such as the name of the recipient
        #[arg(long, value_name = "TEXT")]
        note: Option<String>,
    },
    /// List the invitations, without their codes
    Invitations,
    /// List the open reports of players, the oldest first
    Reports {
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u16,
    },
    /// Close a report
    CloseReport {
        /// The report, as `reports` lists it
        id: String,
        /// What became of it, for the log
        #[arg(long, value_name = "TEXT", default_value = "")]
        note: String,
    },
    /// List what operators and moderators did, the latest first
    Log {
        /// At most so many
        #[arg(long, value_name = "N", default_value_t = 50)]
        limit: u32,
    },
    /// Check that everything stored is consistent: logs, results, ratings, counts, references
    Check,
    /// Write everything stored to a new file, while the server runs
    Backup { file: PathBuf },
    /// Fill a new folder or an empty PostgreSQL database from a backup
    Restore { file: PathBuf },
    /// Copy everything to a new folder or an empty PostgreSQL database
    Copy {
        /// From where: a folder or postgres://…
        #[arg(long, value_name = "PLACE")]
        from: String,
        /// To where: a folder or postgres://…
        #[arg(long, value_name = "PLACE")]
        to: String,
    },
    /// Fill a new folder or an empty PostgreSQL database with synthetic finished games, for measurements
    Generate(GenerateArgs),
}

/// The amount and kind of generated data.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  sixfold admin generate --games 1000000 --people 5000 --seed 1 --data measured

The games are random and legal, and replay: `sixfold admin check` finds nothing. Ratings, their history, scores and
counts follow from them. `sixfold load --archive` measures how fast they are found. No server may use the
database meanwhile.")]
struct GenerateArgs {
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    games: u64,
    /// How many people, of whom some are guests and bots
    #[arg(long, value_name = "N", default_value_t = 5_000,
        value_parser = clap::value_parser!(u32).range(2..1_000_000))]
    people: u32,
    /// What repeats the same people and games
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u16,
    /// How many moves a game has at most
    #[arg(long, value_name = "N", default_value_t = 40,
        value_parser = clap::value_parser!(u16).range(4..=500))]
    plies: u16,
    /// Write into a database that holds games or people already; they cannot be told apart later but by name
    #[arg(long)]
    among_others: bool,
}

/// The account, the duration and the reason of a sanction.
#[derive(clap::Args)]
struct Sanction {
    name: String,
    /// For how long: 12h, 7d; for ever if nothing is said
    #[arg(long = "for", value_name = "TIME", value_parser = long_time)]
    length: Option<Duration>,
    /// Why, for the log
    #[arg(long, value_name = "TEXT", default_value = "")]
    reason: String,
}

/// The account and the reason of lifting a sanction.
#[derive(clap::Args)]
struct LiftSanction {
    name: String,
    /// Why, for the log
    #[arg(long, value_name = "TEXT", default_value = "")]
    reason: String,
}

fn kind(text: &str) -> Result<AccountKind, String> {
    use AccountKind::{Bot, Computer, Guest, Person};
    match text {
        "account" => Ok(Person),
        "guest" => Ok(Guest),
        "bot" => Ok(Bot),
        // As the database and the API call it.
        "computer" | "house" => Ok(Computer),
        _ => Err("expected account, guest, bot or computer".to_owned()),
    }
}

/// The usual name of a kind; the database and the API call a computer player `house`.
const fn kind_name(kind: AccountKind) -> &'static str {
    match kind {
        AccountKind::Computer => "computer",
        _ => kind.text(),
    }
}

pub(crate) fn run(args: &AdminArgs, out: &mut impl Write) -> Done {
    let threads = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let threads = threads.map_err(|error| Failure::File(error.to_string()))?;
    let place = match &args.database {
        Some(url) => location(url)?,
        None => DatabaseLocation::Folder(args.data.clone()),
    };
    threads.block_on(async {
        match &args.command {
            AdminCommand::Check => database::check(&place, out).await,
            AdminCommand::Backup { file } => database::backup(&place, file, out).await,
            AdminCommand::Restore { file } => database::restore(file, &place, out).await,
            AdminCommand::Copy { from, to } => database::copy(from, to, out).await,
            AdminCommand::Generate(wish) => database::generate(wish, &place, out).await,
            other => {
                let store = admin::open(&place).await?;
                on_store(other, &store, out).await
            }
        }
    })
}

async fn on_store(command: &AdminCommand, store: &Store, out: &mut impl Write) -> Done {
    match command {
        AdminCommand::People { text, kind, limit } => {
            accounts::list(store, text, *kind, *limit, out).await
        }
        AdminCommand::ResetPassword { name } => accounts::reset_password(store, name, out).await,
        AdminCommand::Rename { name, new } => accounts::rename(store, name, new, out).await,
        AdminCommand::Ban(wish) => accounts::ban(store, wish, out).await,
        AdminCommand::Unban(wish) => accounts::unban(store, wish, out).await,
        AdminCommand::Mute(wish) => accounts::mute(store, wish, out).await,
        AdminCommand::Unmute(wish) => accounts::unmute(store, wish, out).await,
        AdminCommand::Sessions { name } => accounts::sessions(store, name, out).await,
        AdminCommand::EndSessions { name, session } => {
            accounts::end_sessions(store, name, session.as_deref(), out).await
        }
        AdminCommand::GrantModerator { name } => accounts::moderator(store, name, true, out).await,
        AdminCommand::RevokeModerator { name } => {
            accounts::moderator(store, name, false, out).await
        }
        AdminCommand::Abort { game, reason } => site::abort(store, game, reason, out).await,
        AdminCommand::Announce { text, .. } => site::announce(store, text.as_deref(), out).await,
        AdminCommand::SignUp { mode } => site::sign_up(store, mode.as_deref(), out).await,
        AdminCommand::Invite { note } => site::invite(store, note.as_deref(), out).await,
        AdminCommand::Invitations => site::invitations(store, out).await,
        AdminCommand::Reports { limit } => site::reports(store, *limit, out).await,
        AdminCommand::CloseReport { id, note } => site::close_report(store, id, note, out).await,
        AdminCommand::Log { limit } => site::log(store, *limit, out).await,
        AdminCommand::Check
        | AdminCommand::Backup { .. }
        | AdminCommand::Restore { .. }
        | AdminCommand::Copy { .. }
        | AdminCommand::Generate(_) => Ok(()),
    }
}

/// A folder, or the address of a PostgreSQL database.
pub(super) fn location(text: &str) -> Result<DatabaseLocation, Failure> {
    let postgres = text.starts_with("postgres://") || text.starts_with("postgresql://");
    if postgres {
        return Ok(DatabaseLocation::Postgres(text.to_owned()));
    }
    if text.contains("://") {
        return Err(Failure::Request("a database is a folder or a postgres:// address".into()));
    }
    Ok(DatabaseLocation::Folder(text.into()))
}

/// The person of a name.
async fn person(store: &Store, name: &str) -> Result<PersonRow, Failure> {
    let found = store.named(name).await?;
    found.ok_or_else(|| Failure::Request(format!("no account is called {name}")))
}

/// The account of a name.
async fn account(store: &Store, name: &str) -> Result<PersonRow, Failure> {
    let person = person(store, name).await?;
    if person.kind == AccountKind::Person {
        return Ok(person);
    }
    Err(Failure::Request(format!(
        "{name} is no account but of the kind {}",
        kind_name(person.kind)
    )))
}

impl From<AdminError> for Failure {
    fn from(error: AdminError) -> Self {
        match error {
            AdminError::NotEmpty | AdminError::HoldsOthers | AdminError::SeedUsed(_) => {
                Self::Request(error.to_string())
            }
            other => Self::File(other.to_string()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::File(error.to_string())
    }
}

/// A moment as people read it, to the minute, in UTC.
fn moment(at: clock::Moment) -> String {
    let minutes = at.0 / 60_000 % 1_440;
    let day = server::archive::date(at.0).replace('.', "-");
    format!("{day} {:02}:{:02}", minutes / 60, minutes % 60)
}

/// The end of a sanction.
fn until(at: clock::Moment) -> String {
    if at == server::store::FOREVER {
        "for ever".to_owned()
    } else {
        format!("until {}", moment(at))
    }
}

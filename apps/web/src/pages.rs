//! One file a page.

pub(crate) mod analyse;
mod archive;
mod clock;
mod computer;
mod days;
mod entry;
mod friend;
mod home;
pub(crate) mod keys;
mod leaderboard;
mod learn;
mod missing;
mod person;
mod played;
mod profile;
mod settings;
pub(crate) mod shortcuts;
mod sign_in;
mod speeds;
mod table;
pub(crate) mod turning;
mod twice;
pub(crate) mod walk;
mod words;

pub(crate) use analyse::AnalysePage;
pub(crate) use archive::ArchivePage;
pub(crate) use computer::ComputerPage;
pub(crate) use friend::FriendPage;
pub(crate) use home::Home;
pub(crate) use leaderboard::LeaderboardPage;
pub(crate) use learn::LearnPage;
pub(crate) use missing::Missing;
pub(crate) use profile::ProfilePage;
pub(crate) use settings::SettingsPage;
pub(crate) use sign_in::SignInPage;

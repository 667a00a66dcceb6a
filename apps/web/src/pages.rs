//! One file a page.

mod analyse;
mod clock;
mod computer;
mod friend;
mod home;
mod keys;
mod learn;
mod missing;
mod settings;
mod shortcuts;
mod table;
mod turning;
mod walk;
mod words;

pub(crate) use analyse::AnalysePage;
pub(crate) use computer::ComputerPage;
pub(crate) use friend::FriendPage;
pub(crate) use home::Home;
pub(crate) use learn::LearnPage;
pub(crate) use missing::Missing;
pub(crate) use settings::SettingsPage;

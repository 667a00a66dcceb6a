//! One file a page.

mod computer;
mod friend;
mod home;
mod learn;
mod missing;
mod settings;
mod table;
mod turning;

pub(crate) use computer::ComputerPage;
pub(crate) use friend::FriendPage;
pub(crate) use home::Home;
pub(crate) use learn::LearnPage;
pub(crate) use missing::Missing;
pub(crate) use settings::SettingsPage;
pub(crate) use table::TablePage;

//! One file a page.

mod home;
mod missing;
mod settings;
mod table;

pub(crate) use home::Home;
pub(crate) use missing::Missing;
pub(crate) use settings::SettingsPage;
pub(crate) use table::TablePage;

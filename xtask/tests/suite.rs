//! All tests of the project as a whole, in one program: linking is most of what each further one would cost.

mod denied_names;
mod dependencies;
mod games_by_name;
mod glossary;
mod help;
mod names;
mod new_game;
mod project;

//! `sixfold man`: manual pages, made from the same descriptions as `--help`.

use crate::failure::{Done, Failure};
use clap::Command;
use clap_mangen::Man;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Print the manual page, or write one page for every command
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold man > sixfold.1
  sixfold man --out man1                    sixfold.1, sixfold-moves.1 and so on")]
pub(crate) struct ManArgs {
    /// Write a page for every command into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &ManArgs, command: Command, out: &mut impl Write) -> Done {
    let Some(folder) = &args.out else {
        return Ok(Man::new(command).render(out)?);
    };
    let failed = |error| Failure::file(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command, folder).map_err(failed)
}

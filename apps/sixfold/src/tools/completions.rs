//! `sixfold completions`: what a shell needs to complete our commands.

use crate::failure::Done;
use clap::{Command, ValueEnum as _};
use clap_complete::{Shell, generate};
use std::io::Write;

/// Print the completions of a shell
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  sixfold completions bash > sixfold.bash
  sixfold completions zsh > _sixfold
  sixfold completions fish > sixfold.fish

Bash reads them from ~/.local/share/bash-completion/completions/sixfold, fish from
~/.config/fish/completions/sixfold.fish, zsh from a folder of $fpath.")]
pub(crate) struct CompletionsArgs {
    /// bash, elvish, fish, powershell or zsh
    #[arg(value_parser = shell)]
    shell: Shell,
}

fn shell(text: &str) -> Result<Shell, String> {
    Shell::from_str(text, true).map_err(|_| {
        format!(
            "{} is no shell that is known; there are bash, elvish, fish, powershell and zsh",
            game::excerpt(text)
        )
    })
}

pub(crate) fn run(args: &CompletionsArgs, mut command: Command, out: &mut impl Write) -> Done {
    let mut script = Vec::new();
    generate(args.shell, &mut command, "sixfold", &mut script);
    Ok(out.write_all(&script)?)
}

//! Without a piece of a game's content nothing builds, and the build says which piece it is.

use catalog::GameName;
use std::path::{Path, PathBuf};
use std::{env, fs, panic};

/// The build script of this crate, whose `main` is not used here.
#[allow(dead_code)]
#[path = "../../build.rs"]
mod build_script;

/// A copy of a game's content without one file.
fn content_without(game: GameName, missing: &str) -> PathBuf {
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../content").join(game.text());
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{game}-without-{missing}"));
    let _ = fs::remove_dir_all(&to);
    fs::create_dir_all(&to).unwrap();
    for (file, _) in build_script::PIECES.into_iter().filter(|(file, _)| *file != missing) {
        fs::copy(from.join(file), to.join(file)).unwrap();
    }
    to
}

/// What the build script says of a folder with the content of a game.
fn complaint(game: GameName, folder: &Path) -> Option<String> {
    let built = panic::catch_unwind(|| build_script::content(folder, game.text()));
    built.err().map(|said| *said.downcast::<String>().expect("a sentence"))
}

#[test]
fn a_missing_piece_of_content_is_named_by_the_build() {
    for game in GameName::ALL {
        assert_eq!(complaint(game, &content_without(game, "nothing")), None);
        for (file, what) in build_script::PIECES {
            let said = complaint(game, &content_without(game, file)).expect("the build fails");
            let sentence = format!("content/{game}/{file} is missing: {what} of {game}. ");
            assert!(said.starts_with(&sentence), "{said}");
        }
    }
}

//! Texts of positions: `4/5/2w3/7/6/5/4 b swap=on`, and the drawing of `{:#}`.

use crate::{Options, SHAPE};
use game::BySide;
use placement::Notation;

pub(crate) const NOTATION: Notation = Notation {
    shape: SHAPE,
    letters: BySide::new('w', 'b'),
    sizes: (Options::SMALLEST, Options::LARGEST),
    colours: BySide::new("White", "Black"),
};

#[cfg(test)]
mod tests {
    use crate::Position;

    #[test]
    fn texts_and_drawings_are_read_and_written_alike() {
        let text = "4/1w3/2b3/7/6/4w/3b w swap=on";
        let drawing = "       a b c d
    1 . . . . e
   2 . w . . . f
  3 . . b . . . g
 4 . . . . . . .
  5 . . . . . .
   6 . . . . w
    7 . . . b
w swap=on";
        let position: Position = text.parse().unwrap();
        assert_eq!(position.to_string(), text);
        assert_eq!(format!("{position:#}"), drawing);
        assert_eq!(drawing.parse(), Ok(position));
    }

    #[test]
    fn no_position_is_won_by_both() {
        let error = " wwww/5/6/7/6/5/bbbb w swap=on".parse::<Position>().unwrap_err();
        assert_eq!(error.to_string(), "White and Black have both won (at character 2)");
    }
}

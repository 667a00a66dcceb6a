//! Dispatch over the width of cell sets: code that is generic over the number of words is wrapped
//! in an enum over board sizes.

/// Makes an enum that holds an `$inner` with sets just wide enough for its board.
macro_rules! every_width {
    ($(#[$about:meta])* $name:ident of $inner:ident) => {
        $(#[$about])*
        #[derive(Debug)]
        enum $name {
            To8(Box<$inner<1>>),
            To11(Box<$inner<2>>),
            To16(Box<$inner<4>>),
            To19(Box<$inner<6>>),
        }

        impl $name {
            /// The one for boards of this size, made from `with`.
            fn new<With>(size: usize, with: With) -> Self
            where
                $inner<1>: From<With>,
                $inner<2>: From<With>,
                $inner<4>: From<With>,
                $inner<6>: From<With>,
            {
                match size {
                    ..=8 => Self::To8(Box::new(with.into())),
                    9..=11 => Self::To11(Box::new(with.into())),
                    12..=16 => Self::To16(Box::new(with.into())),
                    _ => Self::To19(Box::new(with.into())),
                }
            }
        }
    };
}

/// Runs `$body` at the width at hand.
macro_rules! at_width {
    ($name:ident, $value:expr, $inner:ident => $body:expr) => {
        match $value {
            $name::To8($inner) => $body,
            $name::To11($inner) => $body,
            $name::To16($inner) => $body,
            $name::To19($inner) => $body,
        }
    };
}

pub(crate) use {at_width, every_width};

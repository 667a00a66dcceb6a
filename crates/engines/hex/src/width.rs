//! Dispatch over the width of cell sets: code that is generic over the number of words is wrapped
//! in an enum over board sizes.
//!
//! One word for boards that are solved, two up to 11×11, six beyond. Four words for 12×12 to 16×16 are no faster than
//! six (1.00 × the time of a move on 13×13), and would be compiled and loaded on top; one word instead of two makes
//! the solver 1.3 × as fast.

/// Makes an enum that holds an `$inner` with sets wide enough for its board.
macro_rules! every_width {
    ($(#[$about:meta])* $name:ident of $inner:ident) => {
        $(#[$about])*
        #[derive(Debug)]
        enum $name {
            To8(Box<$inner<1>>),
            To11(Box<$inner<2>>),
            To19(Box<$inner<6>>),
        }

        impl $name {
            /// The one for boards of this size, made from `with`.
            fn new<With>(size: usize, with: With) -> Self
            where
                $inner<1>: From<With>,
                $inner<2>: From<With>,
                $inner<6>: From<With>,
            {
                match size {
                    ..=8 => Self::To8(Box::new(with.into())),
                    9..=11 => Self::To11(Box::new(with.into())),
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
            $name::To19($inner) => $body,
        }
    };
}

pub(crate) use {at_width, every_width};

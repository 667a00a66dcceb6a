//! What a coach says about Trio. Everything has a default; see `depict::Teach`.

use crate::position::Position;
use depict::Teach;

impl Teach for Position {}

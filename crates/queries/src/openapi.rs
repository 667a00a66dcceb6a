//! The schema of a score, for the description of the HTTP API.
//!
//! Written out because the crate `analysis`, which serialises scores, knows nothing of `OpenAPI`.

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, OneOfBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// What a move is worth to the side to move.
#[derive(Debug)]
pub struct ScoreResponse;

impl ToSchema for ScoreResponse {}

impl PartialSchema for ScoreResponse {
    fn schema() -> RefOr<Schema> {
        let number = |name: &str, what: &str| {
            let integer = ObjectBuilder::new().schema_type(Type::Integer);
            ObjectBuilder::new()
                .property(name, integer.description(Some(what)))
                .required(name)
                .description(Some(what))
        };
        let draw = ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(["draw"]))
            .description(Some("Proven: neither side can force more."));
        OneOfBuilder::new()
            .item(number("estimate", "An opinion, in hundredths of a small advantage."))
            .item(number("chance", "An opinion: the share of the point, in thousandths."))
            .item(draw)
            .item(number("win_in", "Proven: it wins in so many plies."))
            .item(number("loss_in", "Proven: it loses in so many plies."))
            .description(Some("What a move is worth to the side to move."))
            .into()
    }
}

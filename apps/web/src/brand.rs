//! Our own drawings: logo, wordmark, and the gradients that give boards and pieces depth.

use leptos::prelude::*;

/// One of the six fields of the logo; the others are turned by sixths.
const FIELD: &str = "M1.8,-46 L38,-25 L20.5,-12.5 L1.8,-16.5 Z";

/// The letters of the wordmark as lines, on the lattice of a hexagon.
const LETTERS: &str = "M52,52 L31,41 L10,52 L10,61 L52,79 L52,88 L31,99 L10,88 M78,46 L78,100 \
    M102,42 L148,99 M148,42 L102,99 M186,100 L186,24 L208,12 M170,47 L206,47 \
    M252,41 L278,56 L278,84 L252,99 L226,84 L226,56 Z M302,8 L302,100 M378,8 L378,100 \
    M378,56 L352,41 L326,56 L326,84 L352,99 L378,84";
/// The dot of the i.
const DOT: &str = "M78,11.5 L87.1,16.8 L87.1,27.3 L78,32.5 L68.9,27.3 L68.9,16.8 Z";

/// The logo: six fields around a seventh, in the colours of the games.
#[component]
pub(crate) fn Logo() -> impl IntoView {
    let field = |n: usize| {
        let turn = format!("rotate({})", 60 * n);
        view! { <path class=format!("field-{}", n % 3) transform=turn d=FIELD /> }
    };
    view! {
        <svg class="logo" viewBox="-50 -50 100 100" aria-hidden="true">
            {(0..6).map(field).collect_view()}
        </svg>
    }
}

/// The name of the site, drawn.
#[component]
pub(crate) fn Wordmark() -> impl IntoView {
    view! {
        <svg class="wordmark" viewBox="0 0 388 110" role="img" aria-label="Sixfold">
            <path class="letters" d=LETTERS />
            <path class="letter-dot" d=DOT />
        </svg>
    }
}

/// Gradients that the style sheets name. They are transparent and lie over any colour, so that one
/// set serves every board of a page.
#[component]
pub(crate) fn Gradients() -> impl IntoView {
    view! {
        <svg class="gradients" aria-hidden="true">
            <defs>
                <radialGradient id="gloss" cx="0.36" cy="0.28" r="0.8">
                    <stop offset="0" stop-color="#fff" stop-opacity="0.62" />
                    <stop offset="0.38" stop-color="#fff" stop-opacity="0.08" />
                    <stop offset="0.62" stop-color="#000" stop-opacity="0" />
                    <stop offset="1" stop-color="#000" stop-opacity="0.42" />
                </radialGradient>
                <linearGradient id="sheen" x1="0.2" y1="0" x2="0.8" y2="1">
                    <stop offset="0" stop-color="#fff" stop-opacity="0.28" />
                    <stop offset="0.45" stop-color="#fff" stop-opacity="0" />
                    <stop offset="1" stop-color="#000" stop-opacity="0.26" />
                </linearGradient>
                <radialGradient id="cast">
                    <stop offset="0.6" stop-color="#000" stop-opacity="0.5" />
                    <stop offset="1" stop-color="#000" stop-opacity="0" />
                </radialGradient>
            </defs>
        </svg>
    }
}

#[cfg(test)]
mod tests {
    use catalog::GameName;

    /// Relative luminance (WCAG 2.2) of `#rrggbb`.
    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// The two colours of a token within a rule of the style sheet.
    fn colours<'a>(rule: &'a str, token: &str) -> Option<[&'a str; 2]> {
        let value = rule.split(&format!("--{token}: light-dark(")).nth(1)?.split(')').next()?;
        let (light, dark) = value.split_once(", ")?;
        Some([light, dark])
    }

    /// The page has the header before the app is there.
    #[test]
    fn the_static_header_has_the_same_drawings() {
        let page = include_str!("../static/index.html");
        for drawing in [super::FIELD, super::LETTERS, super::DOT] {
            assert!(page.contains(drawing), "{drawing}");
        }
    }

    const TEXTS: [(&str, &str); 11] = [
        ("ink", "paper"),
        ("ink", "card"),
        ("ink", "well"),
        ("quiet", "paper"),
        ("quiet", "card"),
        ("quiet", "well"),
        ("accent", "paper"),
        ("accent", "card"),
        ("bad", "paper"),
        ("bad", "card"),
        ("on-accent", "accent"),
    ];

    #[test]
    fn texts_have_contrast_in_every_palette_light_and_dark() {
        let site = include_str!("../style/10-tokens.css").split("\n}").next().unwrap();
        let games = GameName::ALL.map(|game| {
            let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
            let sheet = std::fs::read_to_string(format!("{content}/{game}/style.css")).unwrap();
            let page = format!(":root:has(.table.game-{game})");
            let rule = sheet.split("\n}").find(|rule| rule.contains(&page));
            rule.unwrap_or_else(|| panic!("{game} has no palette")).to_owned()
        });
        for rule in games.iter().map(String::as_str).chain([site]) {
            let of = |token| colours(rule, token).or_else(|| colours(site, token)).unwrap();
            for (text, ground) in TEXTS {
                for light in 0..2 {
                    let found = contrast(of(text)[light], of(ground)[light]);
                    assert!(found >= 4.5, "{text} on {ground} has {found:.2}:{rule}");
                }
            }
        }
    }
}

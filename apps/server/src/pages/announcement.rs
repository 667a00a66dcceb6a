//! The line of the operator on every page. It is a part of the HTML: the browser app does not know it, so that it
//! costs nothing while there is none.

use scene::svg::escape;

/// The page with the announcement before everything else.
pub(super) fn insert(page: &str, text: Option<&str>) -> String {
    let Some(text) = text else { return page.to_owned() };
    let line = format!("<body>\n<p class=\"announcement\" role=\"note\">{}</p>", escape(text));
    page.replacen("<body>", &line, 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_announcement_is_text_and_never_markup() {
        let page = "<html><body>\n<div></div></body></html>";
        assert_eq!(insert(page, None), page);
        let shown = insert(page, Some("Tonight <b>8 pm</b>"));
        assert!(
            shown.contains("role=\"note\">Tonight &lt;b&gt;8 pm&lt;/b&gt;</p>\n<div>"),
            "{shown}"
        );
    }
}

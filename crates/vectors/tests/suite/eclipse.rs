//! The vectors of Eclipse that the project is held to, and files of the same form that say less,
//! more, or wrong things.

use catalog::GameName;
use vectors::{Report, verify};

const FILE: &str = include_str!("../../data/eclipse.json");

fn check(json: &str) -> Report {
    verify(GameName::Eclipse, json).expect("a vectors file")
}

#[test]
fn everything_in_the_file_agrees() {
    let report = check(FILE);
    assert_eq!(report.failures, [""; 0]);
    // Two positions are there because floating point gets them wrong, and their flags did.
    assert_eq!(
        report.skipped,
        [
            "float-artifact-1: chain i is said to be pinned, but e lies on one line with it and \
             does not cross it",
            "float-artifact-2: chain e is said to be pinned, but i lies on one line with it and \
             does not cross it",
        ]
    );
    // Seven replays and comparisons, forty facts a position, five lists, 28 counts.
    assert!(report.passed > 300, "only {} checks were made", report.passed);
}

/// The file with only `name` and its first three counts, changed by `change`.
fn changed(name: &str, change: impl FnOnce(&mut serde_json::Value)) -> String {
    let mut file: serde_json::Value = serde_json::from_str(FILE).unwrap();
    let cases = file["positions"].as_array_mut().unwrap();
    cases.retain(|case| case["name"] == name);
    cases[0]["perft"].as_array_mut().unwrap().truncate(3);
    change(&mut cases[0]);
    file.to_string()
}

fn remove(value: &mut serde_json::Value, name: &str) {
    value.as_object_mut().unwrap().remove(name);
}

#[test]
fn a_position_may_be_given_by_its_pieces_alone() {
    for name in ["start", "rand9", "rand18", "rand45", "rand101"] {
        let report = check(&changed(name, |case| remove(case, "moves_from_start")));
        assert_eq!((&report.failures[..], &report.skipped[..]), (&[][..], &[][..]), "{name}");
        assert!(report.passed > 30);
    }
}

#[test]
fn a_position_may_be_given_by_its_moves_alone() {
    let report = check(&changed("rand18", |case| remove(case, "position")));
    assert_eq!((report.failures.len(), report.skipped.len(), report.passed), (0, 0, 5));
}

#[test]
fn a_wrong_count_a_wrong_list_and_a_wrong_flag_are_found() {
    let wrong = changed("rand9", |case| {
        case["perft"][2] = 79_627.into();
        case["legal_moves"].as_array_mut().unwrap().pop();
        let frozen = &mut case["position"]["chains"][0]["frozen"];
        *frozen = (!frozen.as_bool().unwrap()).into();
    });
    let failures = check(&wrong).failures;
    assert_eq!(failures.len(), 3, "{failures:?}");
    assert!(failures.iter().any(|f| f == "rand9: perft 3: expected 79627, found 79626"));
    assert!(failures.iter().any(|f| f.contains("extra")));
    assert!(failures.iter().any(|f| f.contains("chain a pinned")));
}

#[test]
fn an_illegal_replay_is_a_failure_with_its_reason() {
    let wrong = changed("rand9", |case| case["moves_from_start"][0]["to"] = [-4, 3].into());
    let failures = check(&wrong).failures;
    assert_eq!(failures.len(), 1);
    assert!(failures[0].starts_with("rand9: move 1: 34-44 is not legal"), "{failures:?}");
}

#[test]
fn crossing_chains_of_one_age_are_explained_not_guessed() {
    let open = changed("rand9", |case| {
        remove(case, "moves_from_start");
        for chain in case["position"]["chains"].as_array_mut().unwrap() {
            chain["last_moved"] = 0.into();
        }
    });
    let report = check(&open);
    assert_eq!((report.passed, report.failures.len(), report.skipped.len()), (0, 0, 1));
    assert!(report.skipped[0].contains("both moved last at ply 0"), "{:?}", report.skipped);
}

#[test]
fn a_status_is_checked_in_several_spellings() {
    let with = |status: serde_json::Value| {
        check(&changed("start", |case| case["position"]["status"] = status))
    };
    assert!(with("InProgress".into()).failures.is_empty());
    assert_eq!(with("LightWins".into()).failures.len(), 1);
    assert_eq!(with(serde_json::json!({ "Won": "Dark" })).failures.len(), 1);
    assert_eq!(with("Finished".into()).failures.len(), 1);
    assert_eq!(with("Draw".into()).skipped.len(), 1);
    assert_eq!(with("?".into()).skipped.len(), 1);
}

#[test]
fn the_tabletop_rules_are_used_when_asked_for() {
    for flag in [
        serde_json::json!({ "tabletop": true }),
        serde_json::json!({ "options": "tabletop" }),
        serde_json::json!({ "option": { "tabletop": true } }),
    ] {
        let file = changed("start", |case| {
            let fields = case.as_object_mut().unwrap();
            fields.extend(flag.as_object().unwrap().clone());
            case["perft"] = [35, 1149, 37_816].into();
        });
        assert_eq!(check(&file).failures, [""; 0], "{flag}");
    }
}

#[test]
fn what_is_no_vectors_file_is_refused_in_one_line() {
    for json in ["", "[]", "{}", "{\"positions\": 3}", "{\"positions\": [{\"perft\": \"x\"}]}"] {
        let error = verify(GameName::Eclipse, json).unwrap_err().to_string();
        assert!(error.starts_with("this is no vectors file of Eclipse") && !error.contains('\n'));
    }
    let nothing = check("{\"positions\": [{}]}");
    assert_eq!(nothing.skipped, ["position 1: neither moves nor a position are given"]);
}

//! What commands make of warnings, and what `report` says of depths that grow.

mod support;

use support::{circ, entry};

#[test]
fn warnings_stop_nothing_unless_asked_to() {
    let source = "family f(x: num, y: num) -> num { x }";
    let status = |args: &[&str]| circ(args, source).status.code();
    assert_eq!(status(&["check", "-"]), Some(0));
    assert_eq!(status(&["check", "-", "--deny-warnings"]), Some(1));
    assert_eq!(circ(&["check", "--deny-warnings", "dyck1.circ"], "").status.code(), Some(0));
    assert_eq!(status(&["report", "-"]), Some(0));
}

#[test]
fn a_fault_that_is_found_takes_the_place_of_its_warning() {
    let source = "family f[n](x: num[n]) -> num { sum(x) / n }";
    let said = entry(&["check", "-"], source);
    assert!(said.contains("[E0407]") && !said.contains("[W0401]"), "{said}");
    let said = entry(&["report", "-", "--sizes", "2", "--message-format", "short"], source);
    assert!(said.contains("[W0401]"), "{said}");
}

#[test]
fn only_check_shows_warnings_to_people() {
    let source = "family f[n](x: num[n], y: num) -> num { sum(x) / n }";
    let said = entry(&["run", "-", "-i", "1,2", "-i", "3"], source);
    assert!(said.contains("2 warnings; `circ check -` tells more"), "{said}");
    assert!(!said.contains("[W0"), "{said}");
    let said = entry(&["verify", "-", "--sizes", "0"], source);
    assert!(said.contains("[E0407]") && !said.contains("[W0401]"), "{said}");
    let one = entry(&["test", "-"], "family f(x: num, y: num) -> num { x } test \"t\" { f(1, 2) == 1 }");
    assert!(one.contains("1 warning; `circ check -` tells more"), "{one}");
}

use sheetling::value::Fault;
use sheetling::{Sheet, Value};

#[test]
fn formulas_follow_their_inputs() {
    let mut sheet = Sheet::new();
    sheet.set("A1", "1");
    sheet.set("A2", "=A1+1");
    sheet.set("A3", "=A2+1");
    sheet.set("A1", "10");
    assert_eq!(sheet.value("A3"), Value::Number(12.0));
}

#[test]
fn two_cells_that_read_each_other_are_a_cycle() {
    let mut sheet = Sheet::new();
    sheet.set("A1", "=B1");
    sheet.set("B1", "=A1");
    assert_eq!(sheet.value("A1"), Value::Error(Fault::Cycle));
}

#[test]
fn a_range_is_summed() {
    let mut sheet = Sheet::new();
    sheet.set("A1", "1");
    sheet.set("A2", "2");
    sheet.set("A3", "=SUM(A1:A2)");
    assert_eq!(sheet.value("A3"), Value::Number(3.0));
}

use sheetling::value::Fault;
use sheetling::{Sheet, Value};

fn column() -> Sheet {
    let mut sheet = Sheet::new();
    for (address, text) in [("A1", "1"), ("A2", "2"), ("A3", "3"), ("B9", "=SUM(A1:A3)"), ("C9", "=A2")] {
        sheet.set(address, text);
    }
    sheet
}

#[test]
fn inserting_inside_a_range_widens_it() {
    let mut sheet = column();
    sheet.insert_row(1);
    sheet.set("A2", "10");
    assert_eq!(sheet.value("B10"), Value::Number(16.0));
}

#[test]
fn deleting_inside_a_range_narrows_it() {
    let mut sheet = column();
    sheet.delete_row(1);
    assert_eq!(sheet.value("B8"), Value::Number(4.0));
}

#[test]
fn a_deleted_cell_is_a_bad_reference() {
    let mut sheet = column();
    sheet.delete_row(1);
    assert_eq!(sheet.value("C8"), Value::Error(Fault::Ref));
}

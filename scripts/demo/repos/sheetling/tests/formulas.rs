use sheetling::value::Fault;
use sheetling::{Sheet, Value};

fn result(formula: &str) -> Value {
    let mut sheet = Sheet::new();
    sheet.set("A1", "3");
    sheet.set("B1", formula);
    sheet.value("B1")
}

#[test]
fn products_before_sums() {
    assert_eq!(result("=1+2*A1"), Value::Number(7.0));
}

#[test]
fn powers_go_from_right_to_left() {
    assert_eq!(result("=2^3^2"), Value::Number(512.0));
}

#[test]
fn a_sign_in_front_of_a_product() {
    assert_eq!(result("=-A1*2"), Value::Number(-6.0));
}

#[test]
fn division_by_zero_is_named() {
    assert_eq!(result("=A1/0"), Value::Error(Fault::Div));
}

#[test]
fn if_leaves_the_other_branch_alone() {
    assert_eq!(result("=IF(1,A1,1/0)"), Value::Number(3.0));
}

#[test]
fn len_counts_a_word() {
    assert_eq!(result("=LEN(\"word\")"), Value::Number(4.0));
}

//! The built-in functions.

use crate::value::{Fault, Value};

/// Calls a function by its upper-case name.
pub fn call(name: &str, values: &[Value]) -> Result<Value, Fault> {
    let numbers = || numbers_of(values);
    Ok(Value::Number(match name {
        "SUM" => numbers()?.iter().sum(),
        "COUNT" => numbers()?.len() as f64,
        "AVG" => {
            let found = numbers()?;
            if found.is_empty() {
                return Err(Fault::Div);
            }
            found.iter().sum::<f64>() / found.len() as f64
        }
        "MIN" => numbers()?.into_iter().reduce(f64::min).unwrap_or(0.0),
        "MAX" => numbers()?.into_iter().reduce(f64::max).unwrap_or(0.0),
        "LEN" => match values {
            [Value::Text(text)] => text.len() as f64,
            [Value::Error(fault)] => return Err(*fault),
            _ => return Err(Fault::Value),
        },
        _ => return Err(Fault::Name),
    }))
}

/// The numbers among the values. Text and empty cells are skipped; an error is the result.
fn numbers_of(values: &[Value]) -> Result<Vec<f64>, Fault> {
    let mut out = Vec::new();
    for value in values {
        match value {
            Value::Number(n) => out.push(*n),
            Value::Error(fault) => return Err(*fault),
            _ => {}
        }
    }
    Ok(out)
}

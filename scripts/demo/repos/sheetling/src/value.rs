//! What a cell can hold.

use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Empty,
    Number(f64),
    Text(String),
    Bool(bool),
    Error(Fault),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Ref,
    Div,
    Name,
    Value,
    Cycle,
}

impl Value {
    /// Numbers as they are, true as 1, empty as 0. Text is no number, even when it looks like one.
    pub fn number(&self) -> Result<f64, Fault> {
        match self {
            Value::Number(n) => Ok(*n),
            Value::Bool(b) => Ok(f64::from(u8::from(*b))),
            Value::Empty => Ok(0.0),
            Value::Text(_) => Err(Fault::Value),
            Value::Error(fault) => Err(*fault),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Ref => "#REF!",
            Fault::Div => "#DIV/0!",
            Fault::Name => "#NAME?",
            Fault::Value => "#VALUE!",
            Fault::Cycle => "#CYCLE!",
        })
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Empty => Ok(()),
            Value::Number(n) => write!(f, "{n}"),
            Value::Text(text) => f.write_str(text),
            Value::Bool(b) => f.write_str(if *b { "TRUE" } else { "FALSE" }),
            Value::Error(fault) => write!(f, "{fault}"),
        }
    }
}

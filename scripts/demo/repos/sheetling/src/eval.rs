//! The value of an expression, given the values of the cells it reads.

use crate::functions;
use crate::parser::Expr;
use crate::refs::Cell;
use crate::value::{Fault, Value};

/// Where the evaluator reads other cells from.
pub trait Cells {
    /// The stored value; this never evaluates the other cell.
    fn stored(&self, cell: Cell) -> Value;
}

/// All cells of a range, row by row, whichever corners were written.
pub fn cells_of(first: Cell, last: Cell) -> impl Iterator<Item = Cell> {
    let (left, right) = (first.column.min(last.column), first.column.max(last.column));
    let (top, bottom) = (first.row.min(last.row), first.row.max(last.row));
    (top..=bottom).flat_map(move |row| (left..=right).map(move |column| Cell { column, row }))
}

pub fn evaluate(expr: &Expr, cells: &dyn Cells) -> Value {
    match try_evaluate(expr, cells) {
        Ok(value) => value,
        Err(fault) => Value::Error(fault),
    }
}

fn try_evaluate(expr: &Expr, cells: &dyn Cells) -> Result<Value, Fault> {
    Ok(match expr {
        Expr::Number(n) => Value::Number(*n),
        Expr::Text(text) => Value::Text(text.clone()),
        Expr::Bool(b) => Value::Bool(*b),
        Expr::BadRef => return Err(Fault::Ref),
        Expr::Ref(cell) => match cells.stored(*cell) {
            Value::Error(fault) => return Err(fault),
            value => value,
        },
        Expr::Range(..) => return Err(Fault::Value),
        Expr::Neg(inner) => Value::Number(-try_evaluate(inner, cells)?.number()?),
        Expr::Binary(op, left, right) => {
            binary(*op, try_evaluate(left, cells)?, try_evaluate(right, cells)?)?
        }
        Expr::Call(name, arguments) if name == "IF" => {
            let [condition, yes, no] = arguments.as_slice() else { return Err(Fault::Value) };
            let taken = try_evaluate(condition, cells)?.number()? != 0.0;
            try_evaluate(if taken { yes } else { no }, cells)?
        }
        Expr::Call(name, arguments) => {
            let mut values = Vec::new();
            for argument in arguments {
                if let Expr::Range(first, last) = argument {
                    values.extend(cells_of(*first, *last).map(|cell| cells.stored(cell)));
                } else {
                    values.push(try_evaluate(argument, cells)?);
                }
            }
            functions::call(name, &values)?
        }
    })
}

fn binary(op: char, left: Value, right: Value) -> Result<Value, Fault> {
    if op == '&' {
        return Ok(Value::Text(format!("{left}{right}")));
    }
    let (a, b) = (left.number()?, right.number()?);
    Ok(match op {
        '+' => Value::Number(a + b),
        '-' => Value::Number(a - b),
        '*' => Value::Number(a * b),
        '/' if b == 0.0 => return Err(Fault::Div),
        '/' => Value::Number(a / b),
        '^' => Value::Number(a.powf(b)),
        '=' => Value::Bool(a == b),
        '<' => Value::Bool(a < b),
        _ => Value::Bool(a > b),
    })
}

//! Cell addresses, and what row edits do to them.

use crate::parser::Expr;

/// Column and row, both from 0: `B7` is (1, 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    pub column: u32,
    pub row: u32,
}

impl Cell {
    /// Reads `B7`. `None` for anything else.
    pub fn parse(text: &str) -> Option<Cell> {
        let split = text.find(|c: char| c.is_ascii_digit())?;
        let (letters, digits) = text.split_at(split);
        if letters.is_empty() || !letters.chars().all(|c| c.is_ascii_alphabetic()) {
            return None;
        }
        let column = letters.chars().fold(0, |sum, c| sum * 26 + (c.to_ascii_uppercase() as u32 - 64));
        let row: u32 = digits.parse().ok()?;
        (row > 0).then(|| Cell { column: column - 1, row: row - 1 })
    }
}

/// A row edit. Rows count from 0.
#[derive(Clone, Copy, Debug)]
pub enum Edit {
    InsertRow(u32),
    DeleteRow(u32),
}

/// Where a cell is after the edit; `None` when it is gone.
pub fn moved(cell: Cell, edit: Edit) -> Option<Cell> {
    match edit {
        Edit::InsertRow(at) if cell.row >= at => Some(Cell { row: cell.row + 1, ..cell }),
        Edit::DeleteRow(at) if cell.row == at => None,
        Edit::DeleteRow(at) if cell.row > at => Some(Cell { row: cell.row - 1, ..cell }),
        _ => Some(cell),
    }
}

/// Rewrites a formula so that it still means the same cells.
pub fn shift(expr: Expr, edit: Edit) -> Expr {
    match expr {
        Expr::Ref(cell) => moved(cell, edit).map_or(Expr::BadRef, Expr::Ref),
        Expr::Range(first, last) => match (moved(first, edit), moved(last, edit)) {
            (Some(first), Some(last)) => Expr::Range(first, last),
            _ => Expr::BadRef,
        },
        Expr::Neg(inner) => Expr::Neg(Box::new(shift(*inner, edit))),
        Expr::Binary(op, left, right) => {
            Expr::Binary(op, Box::new(shift(*left, edit)), Box::new(shift(*right, edit)))
        }
        Expr::Call(name, arguments) => {
            Expr::Call(name, arguments.into_iter().map(|argument| shift(argument, edit)).collect())
        }
        other => other,
    }
}

//! Cells and their formulas.

use std::collections::BTreeMap;

use crate::deps::plan;
use crate::eval::{evaluate, Cells};
use crate::parser::{parse, Expr};
use crate::refs::{moved, shift, Cell, Edit};
use crate::value::{Fault, Value};

#[derive(Default)]
pub struct Sheet {
    values: BTreeMap<Cell, Value>,
    formulas: BTreeMap<Cell, Expr>,
}

impl Cells for Sheet {
    fn stored(&self, cell: Cell) -> Value {
        self.values.get(&cell).cloned().unwrap_or(Value::Empty)
    }
}

impl Sheet {
    pub fn new() -> Sheet {
        Sheet::default()
    }

    /// Sets a cell from what a user typed and recalculates. Panics on a bad address.
    pub fn set(&mut self, address: &str, text: &str) {
        let cell = Cell::parse(address).expect("an address like B7");
        self.formulas.remove(&cell);
        let value = match text.strip_prefix('=') {
            Some(formula) => match parse(formula) {
                Some(expr) => {
                    self.formulas.insert(cell, expr);
                    Value::Empty
                }
                None => Value::Error(Fault::Name),
            },
            None if text.is_empty() => Value::Empty,
            None => text.parse().map_or_else(|_| Value::Text(text.to_string()), Value::Number),
        };
        self.values.insert(cell, value);
        self.recalculate();
    }

    pub fn value(&self, address: &str) -> Value {
        Cell::parse(address).map_or(Value::Empty, |cell| self.stored(cell))
    }

    pub fn insert_row(&mut self, at: u32) {
        self.edit(Edit::InsertRow(at));
    }

    pub fn delete_row(&mut self, at: u32) {
        self.edit(Edit::DeleteRow(at));
    }

    fn edit(&mut self, edit: Edit) {
        let values = std::mem::take(&mut self.values);
        let formulas = std::mem::take(&mut self.formulas);
        self.values = values.into_iter().filter_map(|(cell, value)| Some((moved(cell, edit)?, value))).collect();
        self.formulas = formulas
            .into_iter()
            .filter_map(|(cell, expr)| Some((moved(cell, edit)?, shift(expr, edit))))
            .collect();
        self.recalculate();
    }

    fn recalculate(&mut self) {
        let plan = plan(&self.formulas);
        for cell in &plan.cyclic {
            self.values.insert(*cell, Value::Error(Fault::Cycle));
        }
        for cell in plan.order {
            let value = evaluate(&self.formulas[&cell], self);
            self.values.insert(cell, value);
        }
    }
}

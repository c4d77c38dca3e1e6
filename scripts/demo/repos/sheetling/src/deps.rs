//! In which order to evaluate.

use std::collections::{BTreeMap, BTreeSet};

use crate::parser::Expr;
use crate::refs::Cell;

/// The cells that an expression reads.
pub fn precedents(expr: &Expr, out: &mut BTreeSet<Cell>) {
    match expr {
        Expr::Ref(cell) => {
            out.insert(*cell);
        }
        Expr::Range(first, last) => {
            out.insert(*first);
            out.insert(*last);
        }
        Expr::Neg(inner) => precedents(inner, out),
        Expr::Binary(_, left, right) => {
            precedents(left, out);
            precedents(right, out);
        }
        Expr::Call(_, arguments) => arguments.iter().for_each(|argument| precedents(argument, out)),
        _ => {}
    }
}

/// Cells in an order that respects what they read, and the cells that no order can satisfy.
pub struct Plan {
    pub order: Vec<Cell>,
    pub cyclic: BTreeSet<Cell>,
}

/// Plans a recalculation: takes a cell once everything that it reads has been taken.
pub fn plan(formulas: &BTreeMap<Cell, Expr>) -> Plan {
    let mut waiting: BTreeMap<Cell, BTreeSet<Cell>> = formulas
        .iter()
        .map(|(cell, expr)| {
            let mut reads = BTreeSet::new();
            precedents(expr, &mut reads);
            reads.retain(|read| formulas.contains_key(read));
            (*cell, reads)
        })
        .collect();
    let mut order = Vec::new();
    loop {
        let ready: Vec<Cell> =
            waiting.iter().filter(|(_, reads)| reads.is_empty()).map(|(cell, _)| *cell).collect();
        if ready.is_empty() {
            break;
        }
        for cell in &ready {
            waiting.remove(cell);
        }
        for reads in waiting.values_mut() {
            reads.retain(|read| !ready.contains(read));
        }
        order.extend(ready);
    }
    Plan { order, cyclic: waiting.into_keys().collect() }
}

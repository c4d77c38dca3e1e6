//! A spreadsheet without a screen.

pub mod deps;
pub mod eval;
pub mod functions;
pub mod lexer;
pub mod parser;
pub mod refs;
pub mod sheet;
pub mod value;

pub use sheet::Sheet;
pub use value::Value;

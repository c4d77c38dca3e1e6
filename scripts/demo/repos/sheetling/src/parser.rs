//! Tokens to expressions, by binding power.

use crate::lexer::{tokens, Token};
use crate::refs::Cell;

#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Number(f64),
    Text(String),
    Bool(bool),
    Ref(Cell),
    /// Both corners belong to the range.
    Range(Cell, Cell),
    BadRef,
    Neg(Box<Expr>),
    Binary(char, Box<Expr>, Box<Expr>),
    Call(String, Vec<Expr>),
}

/// How strongly an operator holds its left and its right side.
fn binding(op: char) -> Option<(u8, u8)> {
    Some(match op {
        '=' | '<' | '>' => (1, 2),
        '&' => (3, 4),
        '+' | '-' => (5, 6),
        '*' | '/' => (7, 8),
        '^' => (10, 9),
        _ => return None,
    })
}

/// What a sign in front holds its value with.
const PREFIX: u8 = 11;

struct Parser {
    tokens: Vec<Token>,
    next: usize,
}

/// Reads a formula without its `=`. `None` when it is not one.
pub fn parse(text: &str) -> Option<Expr> {
    let mut parser = Parser { tokens: tokens(text)?, next: 0 };
    let expr = parser.expression(0)?;
    (parser.next == parser.tokens.len()).then_some(expr)
}

impl Parser {
    fn peek_op(&self) -> Option<char> {
        match self.tokens.get(self.next) {
            Some(Token::Op(op)) => Some(*op),
            _ => None,
        }
    }

    fn eat(&mut self, op: char) -> bool {
        let found = self.peek_op() == Some(op);
        if found {
            self.next += 1;
        }
        found
    }

    fn expression(&mut self, least: u8) -> Option<Expr> {
        let mut left = self.prefix()?;
        while let Some(op) = self.peek_op() {
            let Some((left_power, right_power)) = binding(op) else { break };
            if left_power < least {
                break;
            }
            self.next += 1;
            let right = self.expression(right_power)?;
            left = Expr::Binary(op, Box::new(left), Box::new(right));
        }
        Some(left)
    }

    fn prefix(&mut self) -> Option<Expr> {
        let token = self.tokens.get(self.next)?.clone();
        self.next += 1;
        match token {
            Token::Number(n) => Some(Expr::Number(n)),
            Token::Text(text) => Some(Expr::Text(text)),
            Token::Word(word) => self.word(word),
            Token::Op('-') => Some(Expr::Neg(Box::new(self.expression(PREFIX)?))),
            Token::Op('(') => {
                let inner = self.expression(0)?;
                self.eat(')').then_some(inner)
            }
            Token::Op(_) => None,
        }
    }

    fn word(&mut self, word: String) -> Option<Expr> {
        if self.eat('(') {
            return self.arguments().map(|arguments| Expr::Call(word, arguments));
        }
        match word.as_str() {
            "TRUE" => return Some(Expr::Bool(true)),
            "FALSE" => return Some(Expr::Bool(false)),
            _ => {}
        }
        let first = Cell::parse(&word)?;
        if !self.eat(':') {
            return Some(Expr::Ref(first));
        }
        let Some(Token::Word(end)) = self.tokens.get(self.next).cloned() else { return None };
        self.next += 1;
        Some(Expr::Range(first, Cell::parse(&end)?))
    }

    fn arguments(&mut self) -> Option<Vec<Expr>> {
        let mut out = Vec::new();
        if self.eat(')') {
            return Some(out);
        }
        loop {
            out.push(self.expression(0)?);
            if self.eat(')') {
                return Some(out);
            }
            if !self.eat(',') {
                return None;
            }
        }
    }
}

//! Formula text to tokens.

#[derive(Clone, Debug, PartialEq)]
pub enum Token {
    Number(f64),
    Text(String),
    /// A cell, a function or TRUE / FALSE: told apart by the parser.
    Word(String),
    Op(char),
}

/// `None` when the text cannot be a formula.
pub fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut out = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(&c) = chars.peek() {
        if c.is_whitespace() {
            chars.next();
        } else if c.is_ascii_digit() {
            let mut digits = String::new();
            while let Some(&d) = chars.peek().filter(|d| d.is_ascii_digit() || **d == '.') {
                digits.push(d);
                chars.next();
            }
            out.push(Token::Number(digits.parse().ok()?));
        } else if c.is_ascii_alphabetic() {
            let mut word = String::new();
            while let Some(&w) = chars.peek().filter(|w| w.is_ascii_alphanumeric()) {
                word.push(w.to_ascii_uppercase());
                chars.next();
            }
            out.push(Token::Word(word));
        } else if c == '"' {
            chars.next();
            let mut inner = String::new();
            loop {
                match chars.next()? {
                    '"' => break,
                    other => inner.push(other),
                }
            }
            out.push(Token::Text(inner));
        } else if "+-*/^&=<>(),:".contains(c) {
            out.push(Token::Op(c));
            chars.next();
        } else {
            return None;
        }
    }
    Some(out)
}

import type { GroupSpec, RepositorySpec } from '../spec';
import { at } from './places';

const onlyCorners: GroupSpec = {
  role: 'bug_location',
  weight: 3,
  places: [at('src/deps.rs', 'out.insert(*first);\n            out.insert(*last);')],
  rationale:
    'Of a range only the two corners are counted as read; a formula in between is not waited for. Only precedents shows this.',
};
const neverEvaluatesOthers: GroupSpec = {
  role: 'behavior_constraint',
  weight: 2,
  places: [
    at('src/eval.rs', '/// The stored value; this never evaluates the other cell.'),
    at('docs/internals.md', 'it reads the stored value of another cell and never\nevaluates it'),
  ],
  rationale:
    'A missing edge in the order shows as a value of the last round only because the evaluator never evaluates another cell. The trait and the notes on internals say so; either is enough.',
};
const cellsOfExists: GroupSpec = {
  role: 'interaction_constraint',
  weight: 1,
  places: [at('src/eval.rs', 'pub fn cells_of(first: Cell, last: Cell)')],
  rationale:
    'The repair needs all cells of a range, whichever corners were written. The evaluator has a function for that, and both must agree on it.',
};

export const sheetling: RepositorySpec = {
  owner: 'saltmarsh',
  name: 'sheetling',
  issues: [
    {
      number: 5,
      title: '-3^2 is 9',
      body: '`=-3^2` gives 9. `=0-3^2` gives -9, which is right.\n',
      plan: [
        'Find how strongly a sign in front binds.',
        'Compare with the power operator.',
        'Check the reference for what is meant.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Decide whether the sign or the power binds too strongly.',
            need: 'How strongly a sign in front and the power operator bind, and which of the two the language puts first.',
            hypothesis: 'The sign binds more tightly than the power.',
          },
          groups: [
            {
              role: 'bug_location',
              weight: 3,
              places: [at('src/parser.rs', 'const PREFIX: u8 = 11;')],
              rationale:
                'The strength of the sign is a constant beside the table; its value is needed to see that it beats the power operator.',
            },
            {
              role: 'interaction_constraint',
              weight: 2,
              places: [at('src/parser.rs', "'^' => (10, 9),")],
              rationale:
                'The other half of the comparison: the pair of strengths of `^`. A new value for the sign must lie between it and `*`.',
            },
            {
              role: 'behavior_constraint',
              weight: 1,
              places: [at('docs/language.md', 'So `-3^2` is -9, as on paper')],
              rationale:
                'Spreadsheets disagree on this expression. The reference of the language is the one place that says which result is meant.',
            },
          ],
          pool: 46,
        },
      ],
    },
    {
      number: 8,
      title: 'Deleting the first row of a range breaks the sum',
      body: '`=SUM(A1:A3)`, then delete row 1: the sum becomes #REF!. Deleting row 2 works. Other programs shrink the range in both cases.\n',
      plan: [
        'Find how formulas are rewritten on a row edit.',
        'Look at the ends of a range.',
        'Extend the row edit tests.',
      ],
      states: [
        {
          boundary: 'after_search',
          actions: [
            {
              kind: 'search',
              query: 'rows',
              subgoal: 'Find the code that rewrites formulas.',
              need: 'What becomes of a range when one of its corners is deleted, and how a deleted cell is told to the code that rewrites.',
              hypothesis: 'A range with a deleted corner is treated like a deleted cell.',
            },
          ],
          groups: [
            {
              role: 'bug_location',
              weight: 3,
              places: [
                at(
                  'src/refs.rs',
                  '(Some(first), Some(last)) => Expr::Range(first, last),\n            _ => Expr::BadRef,',
                ),
              ],
              rationale:
                'Both corners must survive, or the whole range becomes a bad reference. This match is the place to change.',
            },
            {
              role: 'interaction_constraint',
              weight: 2,
              places: [at('src/refs.rs', 'Edit::DeleteRow(at) if cell.row == at => None,')],
              rationale:
                'A corner in the deleted row comes back as None, without saying where its neighbour is now; the repair has to work that out. The function that moves cells shows it.',
            },
          ],
          pool: 40,
        },
      ],
    },
    {
      number: 11,
      title: 'Totals lag one step behind',
      body: 'A column of formulas with a SUM above it: when an input changes, the sum still has the old value of the cell in the middle. Typing anything anywhere brings it up to date.\n\nSums of two cells are always right.\n',
      plan: [
        'Find how the order of evaluation is planned.',
        'Check what a range contributes to it.',
        'Add a test with a formula inside a range.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Find out why a sum is evaluated before a cell inside its range.',
            need: 'Which cells of a range count as read when the order is planned, and whether the evaluator would evaluate a cell that is out of date.',
            hypothesis: 'The plan does not know about the cells in the middle of a range.',
          },
          groups: [onlyCorners, neverEvaluatesOthers],
          listProduct: true,
          pool: 44,
        },
        {
          boundary: 'after_file_inspection',
          actions: [
            {
              kind: 'search',
              query: 'recalculate set value formula',
              subgoal: 'Find the recalculation.',
              need: 'Where is the order of evaluation made?',
              hypothesis: 'plan makes the order from the references of each formula.',
            },
            {
              kind: 'read',
              path: 'src/sheet.rs',
              center: 60,
              subgoal: 'Find what a range contributes to the order.',
              need: 'Which cells of a range count as read in the plan, and is there a function that lists all cells of a range?',
              hypothesis: 'The plan takes only part of a range into account.',
            },
          ],
          groups: [onlyCorners, cellsOfExists],
          pool: 32,
          recordObserved: true,
        },
      ],
    },
    {
      number: 13,
      title: 'LEN counts too much for accented words',
      body: '`=LEN("naïve")` is 6. The function reference says characters.\n',
      plan: ['Find LEN.', 'Count characters.', 'Add a test with an accent.'],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Find the implementation of LEN.',
            need: 'Where LEN counts the length of a text, and in which unit.',
            hypothesis: 'LEN counts bytes.',
          },
          groups: [
            {
              role: 'bug_location',
              weight: 3,
              places: [at('src/functions.rs', '[Value::Text(text)] => text.len() as f64,')],
              rationale:
                'The issue already says what is wanted, so the line that counts bytes is all that is missing. It stands in one function.',
            },
          ],
          listProduct: true,
          pool: 24,
        },
      ],
    },
  ],
};

import { contrastOf, factNumber, num, rowWhere, text } from '../cells';
import type { Published } from '../published';
import { check, half, type Check } from './check';

/** Tokens are printed in thousands with two decimals: 10 tokens a unit, so 5 of rounding each. */
const TOKEN_ROUNDING = 5;

/** Table 3: accuracy from counts, token columns from their parts. */
export function amaRows({ table, facts }: Published): Check[] {
  const questions = factNumber(facts, 'ama.questions');
  return table('table-03').rows.flatMap((row) => {
    const method = text(row, 'method');
    const online = num(row, 'answer_total') + num(row, 'controller');
    return [
      check(
        'table-03',
        `${method}: correct of ${String(questions)}`,
        num(row, 'accuracy'),
        (num(row, 'correct') / questions) * 100,
        half(2),
      ),
      check(
        'table-03',
        `${method}: answer and controller tokens`,
        num(row, 'online_total'),
        online,
        3 * TOKEN_ROUNDING,
      ),
    ];
  });
}

/** The paired result and the prompt reduction that the text states. */
export function amaStated({ table, facts }: Published): Check[] {
  const questions = factNumber(facts, 'ama.questions');
  const paired = facts.facts.find(({ id }) => id === 'ama.paired')?.value as {
    gains: number;
    ties: number;
    losses: number;
  };
  const of = (method: string) => rowWhere(table('table-03'), { method });
  const [ours, theirs] = [num(of('MSS-Complement'), 'answer_prompt'), num(of('AMA-Agent'), 'answer_prompt')];
  const smallest = (1 - (ours + TOKEN_ROUNDING) / (theirs - TOKEN_ROUNDING)) * 100;
  const reduction = (1 - ours / theirs) * 100;
  return [
    check(
      'table-03',
      'gains, ties and losses are all questions',
      questions,
      paired.gains + paired.ties + paired.losses,
      0,
    ),
    check(
      'table-03',
      'stated lead from gains and losses',
      contrastOf(facts, 'ama.accuracy').difference,
      ((paired.gains - paired.losses) / questions) * 100,
      half(2),
    ),
    check(
      'table-03',
      'stated smaller prompt (%), from rounded tokens',
      factNumber(facts, 'ama.prompt_reduction'),
      reduction,
      reduction - smallest + half(1),
    ),
  ];
}

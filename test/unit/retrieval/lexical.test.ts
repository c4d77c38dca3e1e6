import { describe, expect, test } from 'vitest';
import { analyse } from '$lib/retrieval/analysis/analyser';
import { bm25Scores, cosineScores, inverseDocumentFrequency, tfIdf } from '$lib/retrieval/analysis/scores';
import { orderSpoken, signalOf } from '$lib/retrieval/rank';
import { splitIdentifier } from '$lib/retrieval/text/code-tokens';
import { exactLog } from '$lib/retrieval/text/exact-log';
import { Lexicon } from '$lib/retrieval/text/lexicon';
import { scan } from '$lib/retrieval/text/scanner';
import { IntList } from '$lib/retrieval/text/int-list';
import { bm25Question } from '$lib/retrieval/views/bm25-question';
import { makeState, makeUnit } from '../../support/states';

const WORD = /[\p{L}\p{N}_]+/gu;

/** An analysis whose documents are just these texts, without a path. */
const pool = (...texts: string[]) =>
  analyse(makeState(texts.map((text, i) => makeUnit(`u${i}`, text, { source_path: '' }))));

describe('words', () => {
  const wordsOf = (text: string): string[] => {
    const lexicon = new Lexicon();
    const found = { words: new IntList(), compounds: new IntList() };
    scan(text, lexicon, found);
    return [...found.words.values()].map((id) => lexicon.text(id));
  };

  test('the scanner finds what the pattern finds, for every code point of the basic plane and beyond', () => {
    let text = '';
    for (let point = 0; point < 0x20000; point += 1) {
      if (point >= 0xd800 && point < 0xe000) continue;
      text += String.fromCodePoint(point) + (point % 7 === 0 ? ' ' : '');
    }
    expect(wordsOf(text)).toEqual(text.match(WORD));
  });

  test.each(['İstanbul ΑΣ ΑΣ’Σ straße', 'a\ud800b \udc00', '\u{1d7d8}x \u{20000}', 'na\u0308ive', ''])(
    '%j',
    (text) => {
      expect(wordsOf(text)).toEqual(text.match(WORD) ?? []);
    },
  );
});

describe('case 10: idf', () => {
  test.each([
    [4, 2, 0.6931471805599453],
    [1, 1, 0.28768207245178085],
    [3, 3, 0.13353139262452257],
  ])('%i documents, %i with the term', (n, df, idf) => {
    expect(inverseDocumentFrequency(n, df)).toBe(idf);
  });

  test('two documents of four hold the term: both outrank the others', () => {
    const analysis = analyse(
      makeState(
        ['term x', 'y', 'term z', 'w'].map((text, i) => makeUnit(`u${i}`, text)),
        { information_need: 'term' },
      ),
    );
    expect(orderSpoken(bm25Question.score(analysis, {}), analysis.tieOrder)).toEqual([0, 2]);
  });

  test('the logarithm is correctly rounded where the engine’s is not', () => {
    // ln 1.5, ln 2 and ln 10 to 17 digits; 1e-10: ln(1 + x) as a double of 1 + x.
    expect([exactLog(1.5), exactLog(2), exactLog(10), exactLog(1)]).toEqual([
      0.4054651081081644, 0.6931471805599453, 2.302585092994046, 0,
    ]);
    for (let x = 0.1; x < 500; x += 0.37)
      expect(Math.abs(exactLog(x) - Math.log(x))).toBeLessThanOrEqual(1e-15 * 8);
  });
});

describe('case 11: identifiers', () => {
  test.each([
    ['getUserById', ['getuserbyid', 'get', 'user', 'by', 'id']],
    ['user_id', ['user_id', 'user', 'id']],
    ['parseHTMLResponse', ['parsehtmlresponse', 'parse', 'html', 'response']],
    ['naïve', ['naïve']],
    ['портфель', ['портфель']],
    ['__init__', ['__init__', 'init']],
    ['_', ['_']],
    ['plain', ['plain']],
  ])('%s', (word, tokens) => {
    expect(splitIdentifier(word)).toEqual(tokens);
  });

  const finds = (query: string, text: string): boolean => {
    const analysis = pool(text, 'other');
    const matrix = analysis.matrix('code');
    const scores = bm25Scores(matrix, analysis.query(matrix, analysis.tokens(query, 'code')));
    return scores[0]! > 0 && scores[1] === 0;
  };

  test.each([
    ['naïve café', 'nai\u0308ve cafe\u0301'],
    ['nai\u0308ve', 'naïve'],
    ['ПОРТФЕЛЬ', 'портфель'],
    ['user', 'getUserById'],
    ['getUserById', 'call getUserById now'],
    ['html', 'parseHTMLResponse'],
    ['os.path.join', 'x = os.path.join(a)'],
    ['src\\app\\main.py', 'see src/app/main.py'],
  ])('%j finds %j', (query, text) => {
    expect(finds(query, text)).toBe(true);
  });
});

describe('case 13: TF-IDF', () => {
  test('two documents of one-letter words', () => {
    const analysis = pool('a b', 'a c');
    const matrix = analysis.loweredMatrix;
    const weights = tfIdf(matrix);
    expect([...weights.idf]).toEqual([1, 1.4054651081081644, 1.4054651081081644]);
    expect([...weights.idf].slice(0, 2).map((idf) => idf / weights.norms[0]!)).toEqual([
      0.5797386715376657, 0.8148024746671689,
    ]);
  });

  test('no known term: zero everywhere, never NaN', () => {
    const analysis = pool('a b', '', '!!');
    const matrix = analysis.loweredMatrix;
    for (const query of ['z', '', 'a']) {
      const scores = cosineScores(
        matrix,
        tfIdf(matrix),
        analysis.query(matrix, analysis.loweredTokens(query)),
      );
      expect([...scores].every(Number.isFinite)).toBe(true);
      expect(scores[1]).toBe(0);
      expect(scores[0]! > 0).toBe(query === 'a');
    }
  });

  test('lowered as scikit-learn does, before the split: U+0130 becomes two code points, the second no word', () => {
    const analysis = pool('İx');
    expect(analysis.loweredMatrix.terms).toHaveLength(2);
    expect(analysis.matrix('words').terms).toHaveLength(1);
  });
});

describe('character n-grams', () => {
  /** scikit-learn's loop, written out. */
  const grams = (text: string): string[] =>
    text
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
      .flatMap((word) => {
        const padded = [' ', ...word, ' '];
        const found: string[] = [];
        for (let n = 3; n <= 5; n += 1) {
          let offset = 0;
          found.push(padded.slice(0, n).join(''));
          while (offset + n < padded.length) found.push(padded.slice((offset += 1), offset + n).join(''));
          if (offset === 0) break;
        }
        return found;
      });

  test.each(['a', 'ab', 'abc', 'abcd', 'Hello, wörld!  x', '名前 \u{1d7d8}\u{1d7d8}', 'aaaaaaaa', ''])(
    '%j',
    (text) => {
      const analysis = pool(text);
      const { lengths, terms, counts } = analysis.gramMatrix;
      const wanted = grams(text);
      expect(lengths[0]).toBe(wanted.length);
      expect(terms).toHaveLength(new Set(wanted).size);
      const repeats = [...new Set(wanted)].map((gram) => wanted.filter((other) => other === gram).length);
      expect([...counts].sort()).toEqual(repeats.sort());
    },
  );
});

describe('case 4: no signal', () => {
  test('the same score for all orders by id and is flagged, whatever the input order', () => {
    const units = ['b', 'a', 'c'].map((id) => makeUnit(id, 'same words'));
    for (const order of [units, units.toReversed()]) {
      const analysis = analyse(makeState(order, { information_need: 'words' }));
      const scores = bm25Question.score(analysis, {});
      expect(signalOf(scores)).toBe('flat');
      expect(orderSpoken(scores, analysis.tieOrder).map((unit) => analysis.ids[unit])).toEqual([
        'a',
        'b',
        'c',
      ]);
    }
  });

  test('scores that differ in the tenth digit are different', () => {
    expect(orderSpoken([0.975230281, 0.975230282], [0, 1])).toEqual([1, 0]);
    expect(signalOf([0.975230281, 0.975230282])).toBe('spoke');
  });

  test('nothing to say is an empty ranking', () => {
    const scores = bm25Question.score(analyse(makeState([makeUnit('a', 'x')])), {});
    expect(orderSpoken(scores, [0])).toEqual([]);
    expect(signalOf(scores)).toBe('silent');
  });
});

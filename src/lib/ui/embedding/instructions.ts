import type { PairScorer } from '$lib/embedding/second-stage/pair-scorer';

/** What is put before each kind of text, beside what a model's own settings say. */
export interface Around {
  query: string;
  document: string;
}

export const NOTHING_AROUND: Readonly<Around> = { query: '', document: '' };

/** Our wording of the task for models that take an instruction; the publication does not print its own. */
const CODE_TASK =
  'Given the issue and the state of a coding agent, retrieve the source code that its next decision needs';

/** A model family's own way to be asked. */
export interface InstructionPreset extends Around {
  name: string;
  role: 'encoder' | 'reranker';
  /** Where the form is described, and when that was read. */
  source: string;
}

/** Forms by the models' own descriptions; where a form has a place for a task, `CODE_TASK` stands in it. */
export const INSTRUCTIONS: readonly InstructionPreset[] = [
  {
    name: 'Qwen3-Embedding',
    role: 'encoder',
    query: `Instruct: ${CODE_TASK}\nQuery:`,
    document: '',
    source:
      'Qwen3-Embedding, README (get_detailed_instruct): a task per use, nothing before documents; read 2026-12-01.',
  },
  {
    name: 'BGE v1.5 (English)',
    role: 'encoder',
    query: 'Represent this sentence for searching relevant passages: ',
    document: '',
    source: 'BAAI bge-*-en-v1.5, model card: before queries only; as in this site’s catalog.',
  },
  {
    name: 'E5 v2',
    role: 'encoder',
    query: 'query: ',
    document: 'passage: ',
    source: 'intfloat e5-*-v2, model card: both sides; as in this site’s catalog.',
  },
  {
    name: 'SweRankEmbed-Large',
    role: 'encoder',
    query:
      'Instruct: Given a github issue, identify the code that needs to be changed to fix the issue.\nQuery: ',
    document: '',
    source:
      'Form of SweRankEmbed-Large as public code uses it, the card itself was not at hand; read 2026-12-01.',
  },
  {
    name: 'ReasonIR-8B',
    role: 'encoder',
    query: '',
    document: '',
    source:
      'ReasonIR-8B: its instruction is empty in public code, the card itself was not at hand; read 2026-12-01.',
  },
  {
    name: 'Qwen3-Reranker',
    role: 'reranker',
    query: `<Instruct>: ${CODE_TASK}\n<Query>: `,
    document: '<Document>: ',
    source:
      'Qwen3-Reranker, model card (format_instruction). For servers that take the texts as they are; one that applies the template itself needs none of it. Read 2026-12-01.',
  },
];

export const presetByName = (name: string): InstructionPreset | undefined =>
  INSTRUCTIONS.find((preset) => preset.name === name);

/** A scorer that is given each text with the instruction before it; what it keeps is kept under the whole text. */
export function instructed(scorer: PairScorer, around: Around): PairScorer {
  const { kind, identity, prefix, listwise } = scorer;
  return {
    ...{ kind, identity, prefix, listwise },
    score: (query, documents, task) =>
      scorer.score(
        around.query + query,
        documents.map((text) => around.document + text),
        task,
      ),
  };
}

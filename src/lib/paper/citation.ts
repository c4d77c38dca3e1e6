/** The paper that everything published on this site is from. */
const PAPER = {
  title: 'The Missing Complement: State-Conditioned Minimal Sufficient Evidence for Coding Agents',
  authors: ['Zhexi Feng', 'Ruiyi Zhang', 'Yongbo Yang', 'Pengtao Xie'],
  arxiv: '2609.20050',
  published: '2026-09-17',
} as const;

/** One line, as exports carry it. */
export const CITED = `${PAPER.authors.join(', ')}. ${PAPER.title}. arXiv:${PAPER.arxiv}, ${PAPER.published}.`;

/** An entry for a bibliography. */
export const BIBTEX = `@misc{feng2026missing,
  title         = {${PAPER.title}},
  author        = {${PAPER.authors.join(' and ')}},
  year          = {${PAPER.published.slice(0, 4)}},
  eprint        = {${PAPER.arxiv}},
  archivePrefix = {arXiv}
}
`;

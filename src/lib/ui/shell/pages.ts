/** The site's pages in reading order: the header and the start page are made from this list. */
export const pages = [
  { path: '/score/', label: 'Score', text: 'Validate and score prediction files, digit for digit.' },
  { path: '/explore/', label: 'Explore', text: 'Read any state as an agent saw it; search the pools.' },
  { path: '/sql/', label: 'SQL', text: 'Ask your own questions of the loaded data.' },
  { path: '/retrieve/', label: 'Retrieve', text: 'Nine views, their fusion and dense encoders, live.' },
  { path: '/compare/', label: 'Compare', text: 'Paired differences with clustered intervals.' },
  { path: '/complement/', label: 'Complement', text: 'The three semantic stages on your own keys.' },
  { path: '/lab/', label: 'Lab', text: 'Build certificates and answers; see why lists fail.' },
  { path: '/paper/', label: 'Paper', text: 'The figures and tables of the paper, alive.' },
  { path: '/libra/', label: 'Libra', text: 'Training catalogs: the second paper’s numbers.' },
] as const;

export const quietPages = [
  { path: '/data/', label: 'Data' },
  { path: '/encoders/', label: 'Encoders' },
  { path: '/storage/', label: 'Storage' },
  { path: '/about/', label: 'About and notices' },
] as const;

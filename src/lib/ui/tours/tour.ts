/** Where a step points: a selector, or the words that a heading begins with. */
export type Target = { selector: string } | { heading: string };

export interface Step {
  path: '/score/?split=demo' | '/lab/' | '/paper/';
  target: Target;
  title: string;
  text: string;
}

export interface Tour {
  id: string;
  title: string;
  /** What one will know afterwards. */
  about: string;
  steps: readonly Step[];
}

import { RELEASE } from './submission';

/** The benchmark's public evaluation form: an issue form of its repository. */
export const FORM_URL = 'https://github.com/LordTARN1SHED/SERBench/issues/new';
const TEMPLATE = 'evaluation.yml';

/** The form's fields, by the ids it gives them. */
export interface SubmissionForm {
  method: string;
  'prediction-url': string;
  sha256: string;
  description: string;
}

/** What stops a form from being sent, by field; empty when it can be. */
export type FormProblems = Partial<Record<keyof SubmissionForm, string>>;

const METHOD = /^[A-Za-z0-9][A-Za-z0-9._ +-]{0,63}$/;
const SEGMENT = "[A-Za-z0-9._~%!$&'()*+,;=:@-]+";
const PINNED = new RegExp(
  `^https://raw\\.githubusercontent\\.com/[A-Za-z0-9-]+/[A-Za-z0-9._-]+/([^/]+)/(?:${SEGMENT}/)*${SEGMENT}$`,
);
const MAXIMUM_DESCRIPTION = 2000;

/** The rule that a prediction URL breaks, or null: a raw GitHub URL of a `.jsonl`, pinned to a 40-digit commit. */
export function checkPredictionUrl(url: string): string | null {
  const match = PINNED.exec(url);
  if (!match)
    return 'This must be a raw file address: https://raw.githubusercontent.com/OWNER/REPO/COMMIT/predictions.jsonl';
  if (!/^[0-9a-f]{40}$/.test(match[1] ?? '')) {
    return `The address must be pinned to a commit of 40 hexadecimal digits, not ${JSON.stringify(match[1])}: a branch or tag can move.`;
  }
  // "/../main/x" after the commit would lead to a branch after all.
  if (new URL(url).href !== url)
    return 'The address has parts such as ".." that lead elsewhere; write it out.';
  if (!url.endsWith('.jsonl')) return 'The file must be a .jsonl.';
  return null;
}

export function checkForm(form: SubmissionForm): FormProblems {
  const url = checkPredictionUrl(form['prediction-url']);
  return {
    ...(METHOD.test(form.method)
      ? {}
      : { method: 'Up to 64 letters, digits, spaces and . _ + -, starting with a letter or digit.' }),
    ...(url === null ? {} : { 'prediction-url': url }),
    ...(/^[0-9a-f]{64}$/.test(form.sha256) ? {} : { sha256: '64 hexadecimal digits.' }),
    ...(form.description.trim() === ''
      ? { description: 'Say what the method is: model, configuration, source budget, code version.' }
      : {}),
    ...(form.description.length > MAXIMUM_DESCRIPTION
      ? { description: `At most ${MAXIMUM_DESCRIPTION} characters.` }
      : {}),
  };
}

/** The link that opens the form with its fields filled in. Consent is the user's to give there. */
export function formLink(form: SubmissionForm): string {
  const query = new URLSearchParams({
    template: TEMPLATE,
    title: `[Evaluation] ${form.method}`,
    ...form,
    release: RELEASE,
  });
  return `${FORM_URL}?${query.toString()}`;
}

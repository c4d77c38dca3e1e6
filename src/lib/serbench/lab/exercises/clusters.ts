import { certificateOf, startOf, type Exercise } from './exercise';

/**
 * Complete-MSS of two methods on 24 states of four issues, six states each: difference by state, issue by issue. States
 * of one issue move together.
 */
export const DIFFERENCES: readonly (readonly number[])[] = [
  [1, 1, 1, 1, 1, 1],
  [1, 1, 1, 0, 0, 0],
  [0, 0, 0, 0, 0, 0],
  [-1, -1, 0, 0, 0, 0],
];

export const clusters: Exercise = {
  id: 'intervals-and-clusters',
  title: 'How sure is that?',
  idea: 'States of one issue are no independent evidence: resample issues.',
  text: [
    'Method B completes 7 states more than method A out of 24: a difference of 0.29. The 24 states come from four issues. On the first issue B wins all six states, on the second three, on the third none; on the last one it loses two.',
    'Drawing single states again and again gives a 95% interval of 0.04 to 0.54, all above zero. Drawing whole issues gives -0.17 to 0.75.',
  ],
  task: 'Which interval belongs into the report, and why?',
  units: [],
  start: startOf(certificateOf('intervals-and-clusters', []), [], 5),
  edits: 'nothing',
  question: {
    kind: 'choice',
    text: 'The interval to report',
    options: [
      'The narrow one: 24 states are more data than four issues, and more data is surer.',
      'The wide one: states of one issue share their code and their bug, so four issues are what was really sampled.',
      'Either: both are centred on the same difference.',
      'Neither: a difference of 0.29 needs no interval.',
    ],
  },
  check: ({ reply }) => {
    if (reply === null) return { done: false, say: 'Pick one.' };
    if (reply === 1)
      return {
        done: true,
        say: 'Yes: the issue is the unit that was drawn, so it is the unit to draw again.',
      };
    return {
      done: false,
      say:
        [
          'The six states of an issue rise and fall together: they are not six independent looks.',
          '',
          'Their centres agree; what they claim about another sample of issues does not.',
          'Another four issues could have turned the sign: that is what the interval tells.',
        ][reply] ?? 'Pick one.',
    };
  },
  moral:
    'The same mean, two very different claims. The site resamples issues (or repositories) and says so beside every interval.',
};

import type { GroupSpec, RepositorySpec } from '../spec';
import { at } from './places';

const lateRenewal: GroupSpec = {
  role: 'bug_location',
  weight: 3,
  places: [
    at('src/store.ts', 'if (job === undefined || job.leasedUntil <= now) return false;'),
    at('test/lease.test.ts', 'assert.equal(store.renew(job.id, 1999, 1000), false);'),
  ],
  rationale:
    'A renewal at the very end of the lease is refused: at that instant the lease is over. The store decides it, and a test pins the same instant.',
};
const twoRenewals: GroupSpec = {
  role: 'behavior_constraint',
  weight: 2,
  places: [
    at('docs/delivery.md', 'there should be at least two renewals within a lease'),
    at('src/config.ts', 'Without `heartbeatMs` a lease is renewed twice before it ends.'),
    at('test/config.test.ts', "test('heartbeat defaults to a third of the lease'"),
  ],
  rationale:
    'To know what to set, one must know what is intended: two renewals within a lease. The delivery notes, the comment at the default and the test of the default all say so.',
};
const otherInstallations: GroupSpec = {
  role: 'interaction_constraint',
  weight: 3,
  minimum: 2,
  places: [
    at('deploy/night.json', '"heartbeatMs": 120000'),
    at('deploy/edge.json', '"heartbeatMs": 60000'),
    at('deploy/bulk.json', '"heartbeatMs": 100000'),
  ],
  rationale:
    'Is it enough to correct the day file, or must the parser refuse such a heartbeat? That hangs on how the other installations are set. A single file cannot tell, it may be the odd one out (bulk is right, night and edge are not); any two of the three contain the mistake at least once more.',
};
const jitterAfterCap: GroupSpec = {
  role: 'bug_location',
  weight: 3,
  places: [at('src/backoff.ts', 'return Math.round(delay * (1 + random() / 2));')],
  rationale:
    'Jitter is added after the cap was applied, so the longest wait is one and a half times the cap. Only this line shows it.',
};
const replayDropsPriority: GroupSpec = {
  role: 'bug_location',
  weight: 3,
  places: [at('src/deadletter.ts', 'return push({ kind: dead.kind, payload: dead.payload });')],
  rationale: 'replay builds the new job from kind and payload only; the priority is left out here.',
};
const priorityDefaultsToZero: GroupSpec = {
  role: 'interaction_constraint',
  weight: 2,
  places: [
    at('src/store.ts', 'priority: job.priority ?? 0,'),
    at('src/types.ts', '/** Higher goes first. 0 when left out. */'),
  ],
  rationale:
    'A job without a priority is no error: it gets 0. That explains why replayed jobs go last and nothing complains. The store does it and the type says it.',
};

export const lanternq: RepositorySpec = {
  owner: 'oakpost',
  name: 'lanternq',
  issues: [
    {
      number: 18,
      title: 'Slow jobs run twice in the day installation',
      body: 'Thumbnails of large scans take 40 to 50 seconds. In the day installation nearly every one of them is made twice, by two workers. `expired` counts them all. The bulk installation runs the same handlers and has no such trouble.\n\nThe handler is fine; it ends well.\n',
      plan: [
        'Find how a worker keeps its lease while a handler runs.',
        'Compare how often it renews with how long the lease is.',
        'Change the settings or refuse bad settings.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Find out why a worker loses the lease of a job that it is still running.',
            need: 'When a worker renews a lease, when a renewal is refused, what the day installation sets, and how often a lease is meant to be renewed.',
            hypothesis: 'The heartbeat comes too late for the lease.',
          },
          groups: [
            lateRenewal,
            {
              role: 'interaction_constraint',
              weight: 2,
              places: [at('deploy/day.json', '"leaseMs": 30000', '"heartbeatMs": 30000')],
              rationale:
                'The heartbeat of the day installation equals its lease. The numbers are in this file only.',
            },
            twoRenewals,
            {
              role: 'behavior_constraint',
              weight: 1,
              places: [at('src/worker.ts', 'this.clock.every(this.queue.config.heartbeatMs')],
              rationale:
                'It must be seen that the worker renews exactly every heartbeatMs, with no margin of its own; otherwise equal numbers would be harmless.',
            },
          ],
          otherBranch: {
            facts: [
              [at('docs/operations.md', 'is a sign that renewal is too slow for the lease')],
              [at('deploy/day.json', '"leaseMs": 30000', '"heartbeatMs": 30000')],
              twoRenewals.places,
            ],
            rationale:
              'An operator gets there without the code: the operations page reads the expired count as renewal too slow for the lease, the day file has the numbers, and the intended ratio says what to set.',
          },
          pool: 44,
        },
        {
          boundary: 'after_file_inspection',
          actions: [
            {
              kind: 'search',
              query: 'expired lease heartbeat worker signal',
              subgoal: 'Find where leases are renewed.',
              need: 'Which code renews the lease of a running job?',
              hypothesis: 'The worker renews on a timer.',
            },
            {
              kind: 'read',
              path: 'src/worker.ts',
              center: 40,
              subgoal: 'See how often the lease is renewed.',
              need: 'What is the interval of the timer?',
              hypothesis: 'The interval is heartbeatMs.',
            },
            {
              kind: 'read',
              path: 'deploy/day.json',
              center: 1,
              subgoal: 'Tell whether the day file is alone.',
              need: 'How are heartbeat and lease set in the other installations? One more file could be the odd one out.',
              hypothesis:
                'heartbeatMs equals leaseMs in the day file by mistake; the other files may have the same mistake.',
            },
          ],
          groups: [otherInstallations],
          pool: 30,
          recordObserved: true,
        },
      ],
    },
    {
      number: 22,
      title: 'Jobs wait longer than maxDelayMs',
      body: 'With `maxDelayMs: 60000` we see waits of up to 89 seconds between two attempts. The README promises that this cannot happen.\n',
      plan: ['Find how the wait is computed.', 'Apply the cap last.', 'Check the tests about jitter.'],
      states: [
        {
          boundary: 'after_search',
          actions: [
            {
              kind: 'search',
              query: 'waits seconds between attempts',
              subgoal: 'Find what reads maxDelayMs.',
              need: 'Where the wait is computed from maxDelayMs and jitter, in which order, and what the tests demand of the jitter.',
              hypothesis: 'Jitter is added to a wait that is already at its cap.',
            },
          ],
          groups: [
            jitterAfterCap,
            {
              role: 'verification_constraint',
              weight: 1,
              places: [at('test/backoff.test.ts', "test('jitter never shortens a wait'")],
              rationale:
                'The obvious repair, jitter in both directions around the delay, would break a promise that a test pins: jitter never makes a wait shorter. Nothing else states it.',
            },
          ],
          pool: 34,
        },
      ],
    },
    {
      number: 25,
      title: 'Replayed dead letters go to the end of the line',
      body: 'After an outage we replay dead letters. Jobs of priority 9 then wait behind everything else, as if they had none. New jobs of priority 9 go first as they should.\n',
      plan: [
        'Find how a dead letter is pushed again.',
        'Keep what the customer was promised.',
        'Extend the replay test.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Find out where a replayed job loses its priority.',
            need: 'How replay builds the new job, what priority a job gets when none is given, and whether priority is meant to survive a replay.',
            hypothesis: 'replay does not pass the priority on.',
          },
          groups: [
            replayDropsPriority,
            priorityDefaultsToZero,
            {
              role: 'behavior_constraint',
              weight: 2,
              places: [at('docs/delivery.md', "Priority is the customer's promise and stays what it was.")],
              rationale:
                'Attempts start over on a replay, so priority might be meant to as well. Only the delivery notes say that it is to stay.',
            },
          ],
          listProduct: true,
          pool: 38,
        },
        {
          boundary: 'before_edit',
          actions: [
            {
              kind: 'search',
              query: 'DeadLetterBox replay findIndex splice',
              subgoal: 'Find the replay.',
              need: 'Which function pushes a dead job again?',
              hypothesis: 'DeadLetterBox.replay builds a new job.',
            },
            {
              kind: 'read',
              path: 'src/deadletter.ts',
              center: 20,
              subgoal: 'See what the new job is made of.',
              need: 'Which fields does replay hand on?',
              hypothesis: 'Only kind and payload.',
            },
            {
              kind: 'edit',
              path: 'src/deadletter.ts',
              intent: 'Hand dead.priority on in replay.',
              subgoal: 'Know where a replayed job will stand among jobs of its priority.',
              need: 'How are jobs of equal priority ordered? A replayed job gets a new id.',
              hypothesis: 'The job goes behind those of its priority that are waiting.',
            },
          ],
          groups: [
            {
              role: 'behavior_constraint',
              weight: 2,
              places: [
                at('src/priority.ts', 'return b.priority - a.priority || a.id - b.id;'),
                at('test/priority.test.ts', "test('equal priority is first come, first served'"),
                at('README.md', '**First come, first served** among jobs of equal priority.'),
              ],
              rationale:
                'Among equals the job that was pushed first goes first, and a replay is a push, so a replayed job stands last among its equals. The comparison, its test and the README each settle it.',
            },
          ],
          pool: 28,
          recordObserved: true,
        },
      ],
    },
    {
      number: 31,
      title: "A stale worker's failure counts against the new holder",
      body: 'A worker lost its lease, another one picked the job up, and then the first handler threw. The job got one attempt more and became visible while the second worker was still busy with it.\n',
      plan: [
        'Look at what a worker does when a handler throws after the lease is lost.',
        'Look at whether the store checks who gives a job back.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Find out how a worker without a lease can still fail a job.',
            need: 'What the worker does when the handler throws, and whether giving a job back checks the holder of the lease.',
            hypothesis: 'Neither the worker nor the store asks whether the lease is still held.',
          },
          groups: [
            {
              role: 'bug_location',
              weight: 3,
              places: [
                at(
                  'src/worker.ts',
                  'this.queue.fail(job, error instanceof Error ? error.message : String(error), this.clock.now());',
                ),
              ],
              rationale:
                'Success is reported only while the lease holds; failure is reported always. The catch branch of the worker is where this is seen.',
            },
            {
              role: 'interaction_constraint',
              weight: 2,
              places: [at('src/store.ts', 'job.attempts += 1;', 'job.leasedUntil = 0;')],
              rationale:
                'The store gives the job back by id and clears the lease whoever holds it, so nothing behind the worker catches the mistake.',
            },
          ],
          listProduct: true,
          pool: 50,
        },
      ],
    },
  ],
};

import type { GroupSpec, RepositorySpec } from '../spec';
import { at } from './places';

const getRemoves: GroupSpec = {
  role: 'bug_location',
  weight: 3,
  places: [at('cache/store.go', 'if !entry.Fresh(now) {\n\t\ts.remove(element)')],
  rationale:
    'Looking for a fresh entry throws the expired one away, and every request looks for a fresh one first. So nothing is left to serve stale. Only Get shows this.',
};
const sweepAtExpiry: GroupSpec = {
  role: 'interaction_constraint',
  weight: 2,
  places: [at('proxy/proxy.go', 'p.Store.Sweep(p.Now())')],
  rationale:
    'Housekeeping sweeps with the present time once a minute, so an entry that Get left alone would be gone a minute later. Repairing Get alone is not enough.',
};
const sweepRule: GroupSpec = {
  role: 'interaction_constraint',
  weight: 1,
  places: [at('cache/store.go', 'if element.Value.(*Entry).Expires.Before(before) {')],
  rationale:
    'To hand Sweep a better time one must know that it compares expiry with its argument. The code of Sweep says so.',
};
const expiryAloneKeeps: GroupSpec = {
  role: 'behavior_constraint',
  weight: 2,
  places: [at('docs/caching.md', 'expiry alone never removes an entry, only pressure on\nmemory does.')],
  rationale:
    'Which side is wrong, the eager removal or the hope to serve stale? The caching notes decide it: expiry alone must never remove an entry.',
};
const keyReadsMap: GroupSpec = {
  role: 'bug_location',
  weight: 3,
  places: [at('proxy/key.go', 'if values, ok := r.Header[name]; ok {')],
  rationale:
    'The header map is read directly, and Go keeps its keys in canonical spelling; a name in any other spelling finds nothing. Only Key shows this.',
};
const configKeepsSpelling: GroupSpec = {
  role: 'interaction_constraint',
  weight: 2,
  places: [
    at('config/config.go', 'config.KeyHeaders = append(config.KeyHeaders, strings.TrimSpace(header))'),
    at('config/config_test.go', 'func TestKeyHeadersKeepTheirSpelling'),
  ],
  rationale:
    'Whether names arrive in canonical spelling depends on the reader of the settings. Its code and its test both show that names stay as they were typed.',
};
const replaceInCount: GroupSpec = {
  role: 'behavior_constraint',
  weight: 1,
  places: [
    at('docs/caching.md', 'An entry that replaces another\nunder the same key takes its place in the count.'),
  ],
  rationale:
    'The count could also be meant to be an upper bound. The caching notes say that a replacing entry takes the place of the old one in it.',
};

export const quillcache: RepositorySpec = {
  owner: 'brightwharf',
  name: 'quillcache',
  issues: [
    {
      number: 9,
      title: 'stale_while_down never serves anything',
      body: 'We set `stale_while_down = 600` and stopped the origin. Entries that were fresh a second ago should be served for ten minutes. Instead every request is a 502 as soon as its entry expires.\n\nX-Quillcache is never `stale`.\n',
      plan: [
        'Follow a request whose entry has expired while the origin is down.',
        'Find everything that removes entries.',
        'Add a test with a stopped origin.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Find out why no expired entry is left when the origin is down.',
            need: 'Everything that removes an expired entry from the store, when that happens, and whether expiry is meant to remove entries at all.',
            hypothesis: 'Expired entries are removed before they could be served stale.',
          },
          groups: [getRemoves, sweepAtExpiry, sweepRule, expiryAloneKeeps],
          pool: 56,
        },
        {
          boundary: 'after_file_inspection',
          actions: [
            {
              kind: 'search',
              query: 'serveStale bad gateway cause',
              subgoal: 'Find where stale entries are served.',
              need: 'Which code serves an entry when the origin is down?',
              hypothesis: 'serveStale asks the store for the entry and does not find it.',
            },
            {
              kind: 'read',
              path: 'proxy/proxy.go',
              center: 40,
              subgoal: 'Find what removed the entry.',
              need: 'What in the store and in the housekeeping removes an entry once it has expired?',
              hypothesis: 'The lookup before the fetch, or the housekeeping, removes it.',
            },
          ],
          groups: [getRemoves, sweepAtExpiry],
          listProduct: true,
          pool: 34,
          recordObserved: true,
        },
      ],
    },
    {
      number: 14,
      title: 'French visitors get the German page',
      body: 'Our settings say `headers = accept-language` (lower case; the documentation says that case does not matter). Whoever comes first decides the language for everybody. With `Accept-Language` in the file all is well.\n',
      plan: [
        'Find how the key of a response is made.',
        'Follow a header name from the settings to the key.',
        'Add a test with a name in lower case.',
      ],
      states: [
        {
          boundary: 'before_search',
          actions: [],
          first: {
            subgoal: 'Find out where the spelling of a header name begins to matter.',
            need: 'How the key looks header names up, and whether the settings change the spelling of a name on the way.',
            hypothesis: 'A lookup by the exact spelling misses the header.',
          },
          groups: [keyReadsMap, configKeepsSpelling],
          listProduct: true,
          pool: 42,
        },
        {
          boundary: 'before_edit',
          actions: [
            {
              kind: 'search',
              query: 'RawQuery',
              subgoal: 'Find how the key is made.',
              need: 'Which function makes the key?',
              hypothesis: 'Key reads the header map directly.',
            },
            {
              kind: 'read',
              path: 'proxy/key.go',
              center: 20,
              subgoal: 'See how a header is looked up.',
              need: 'Is the lookup aware of canonical spelling?',
              hypothesis: 'r.Header[name] is not.',
            },
            {
              kind: 'edit',
              path: 'proxy/key.go',
              intent: 'Use r.Header.Values(name) in Key.',
              subgoal: 'Decide whether the name written into the key must be made canonical too.',
              need: 'Can two spellings of one name reach Key, and must the key then be the same?',
              hypothesis:
                'Names come from the settings as typed; one process has one spelling, so keys agree.',
            },
          ],
          groups: [
            configKeepsSpelling,
            {
              role: 'behavior_constraint',
              weight: 1,
              places: [at('docs/caching.md', 'Names are matched without\nregard to case.')],
              rationale:
                'What is promised about the spelling of names decides how far the edit must go. The caching notes hold the promise.',
            },
          ],
          pool: 30,
          recordObserved: true,
        },
      ],
    },
    {
      number: 17,
      title: 'The status page shows more bytes than there are',
      body: 'After a day `Used` stands near max_bytes with only forty small entries, and evictions never stop. The same few keys are refreshed every minute.\n',
      plan: ['Find how Used is counted.', 'Check what happens when a key is stored again.'],
      states: [
        {
          boundary: 'after_search',
          actions: [
            {
              kind: 'search',
              query: 'evicted stats status page',
              subgoal: 'Find where the bytes are counted.',
              need: 'What Put adds to the count when a key is already there, and what the count is meant to be then.',
              hypothesis: 'Storing a key again adds its size a second time.',
            },
          ],
          groups: [
            {
              role: 'bug_location',
              weight: 3,
              places: [
                at(
                  'cache/store.go',
                  'element.Value = entry\n\t\ts.order.MoveToFront(element)',
                  's.used += entry.Size()',
                ),
              ],
              rationale:
                'Put exchanges the entry without taking the size of the old one off, then adds the new size. The branch and the addition must be seen together.',
            },
            replaceInCount,
          ],
          pool: 26,
        },
      ],
    },
    {
      number: 21,
      title: 'One visitor who leaves breaks the page for all others',
      body: 'When a slow page is requested by many at once and the first visitor closes the tab, everybody gets 502 with "context canceled". The origin is fine.\n',
      plan: ['Find which context the fetch runs under.', 'Find what those who wait for it are given.'],
      states: [
        {
          boundary: 'after_search',
          actions: [
            {
              kind: 'search',
              query: 'timeout',
              subgoal: 'Find how simultaneous requests share a fetch.',
              need: 'Under which context the shared fetch runs, and whether an error of it reaches those who wait.',
              hypothesis: 'The fetch runs under the first request and its error is handed to all.',
            },
          ],
          groups: [
            {
              role: 'bug_location',
              weight: 3,
              places: [at('proxy/proxy.go', 'http.NewRequestWithContext(r.Context(), http.MethodGet')],
              rationale:
                'The fetch belongs to the request that happened to come first and is cancelled with it. Only fetch shows this.',
            },
            {
              role: 'interaction_constraint',
              weight: 2,
              places: [at('cache/flight.go', 'return running.entry, true, running.err')],
              rationale:
                'It must be seen that waiting callers get the error of the one fetch; if they fetched again, the context would not matter to them.',
            },
          ],
          listProduct: true,
          pool: 36,
        },
      ],
    },
  ],
};

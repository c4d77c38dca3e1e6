/** Writes the diagrams' data from the demo: `npx tsx --tsconfig scripts/tsconfig.json scripts/paper-demo.ts`. */
import { writeFileSync } from 'node:fs';
import { readDemo } from './paper-demo/read';
import { demoBounds } from './paper-demo/bounds';
import { demoClusters } from './paper-demo/clusters';
import { demoDiagrams } from './paper-demo/diagrams';

const { states, certificates } = await readDemo();
const data = {
  ...demoDiagrams(states, certificates),
  bounds: await demoBounds(states, certificates),
  clusters: await demoClusters(states, certificates),
};
const text = JSON.stringify(data, null, 1);
writeFileSync('src/lib/paper/data/demo.json', `${text}\n`);
console.log(`src/lib/paper/data/demo.json: ${text.length} characters`);

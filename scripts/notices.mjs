// Writes static/notices.txt: the licence of every package that can end up in the built site, and of the models.
// `node scripts/notices.mjs --check` only compares; a test runs it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const OUT = 'static/notices.txt';
/** Packages whose distribution carries no licence file, with what their package.json declares. */
const DECLARED = 'Its package carries no licence file; package.json declares: ';

/** Folders of all production packages in the lock file, sorted. */
function productionFolders() {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
  return Object.entries(packages)
    .filter(
      ([folder, entry]) => folder.startsWith('node_modules/') && !entry.dev && !entry.link && !entry.optional,
    )
    .map(([folder]) => folder)
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .sort();
}

/** @param {string} folder */
function licenceText(folder) {
  const file = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name))
    .sort()[0];
  return file ? readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim() : null;
}

/** @type {(title: string, text: string) => string} */
const section = (title, text) => `${'='.repeat(78)}\n${title}\n${'='.repeat(78)}\n\n${text}\n`;

function render() {
  const parts = [
    'Third-party notices of Complement\n\nThe built site contains code of the packages below and, in models/, two encoders.\n',
  ];
  for (const model of readdirSync('static/models').sort()) {
    const licence = readFileSync(join('static/models', model, 'LICENSE'), 'utf8').trim();
    parts.push(section(`model ${model}`, licence));
  }
  for (const folder of productionFolders()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = licenceText(folder) ?? `${DECLARED}${license ?? 'nothing'}`;
    parts.push(section(`${name} ${version} (${license ?? 'see below'})`, text));
  }
  return `${parts.join('\n')}`;
}

const text = render();
if (process.argv.includes('--check')) {
  const same = existsSync(OUT) && readFileSync(OUT, 'utf8') === text;
  if (!same) process.stderr.write(`${OUT} is out of date: run node scripts/notices.mjs\n`);
  process.exit(same ? 0 : 1);
}
writeFileSync(OUT, text);

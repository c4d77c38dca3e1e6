// The headless twin of the site: the same core in Node. `npm run --silent cli -- <command> ...`
import { pathToFileURL } from 'node:url';

interface Command {
  help: string;
  run(args: string[]): Promise<number>;
}

const COMMANDS = ['score', 'validate', 'baseline', 'rank', 'bootstrap', 'run', 'replay'];

const load = async (name: string): Promise<Command> =>
  (await import(new URL(`./cli/${name}.ts`, import.meta.url).href)) as Command;

async function usage(): Promise<string> {
  const lines = ['Usage: npm run --silent cli -- <command> [options]', ''];
  for (const name of COMMANDS) {
    const command = await load(name);
    lines.push(command.help.trimEnd(), '');
  }
  lines.push('Exit code 0, or 2 with one JSON object per fault on stderr.');
  return lines.join('\n');
}

/** Runs a command line; the exit code. */
export async function main(args: string[]): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === 'help' || name === '--help') {
    console.log(await usage());
    return 0;
  }
  if (!COMMANDS.includes(name)) {
    console.error(
      JSON.stringify({
        file: '',
        line: 0,
        path: '',
        code: 'usage',
        value: JSON.stringify(name),
        message: `Unknown command ${JSON.stringify(name)}. One of: ${COMMANDS.join(', ')}.`,
      }),
    );
    return 2;
  }
  const command = await load(name);
  if (rest.includes('--help')) {
    console.log(command.help);
    return 0;
  }
  return command.run(rest);
}

/** A reader that has had enough, such as `head`, ends the command without a word. */
function endQuietly(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  endQuietly(process.stdout);
  endQuietly(process.stderr);
  process.exitCode = await main(process.argv.slice(2));
}

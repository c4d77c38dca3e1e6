// `npm start`: installs, builds and serves the site. `npm start -- --port 8080` chooses the port.
import { spawn } from 'node:child_process';
import { installPackages, run } from './prepare.mjs';

installPackages();
run('npx', ['vite', 'build', '--logLevel', 'warn'], { env: { ...process.env, BUILD_DIR: 'build' } });
spawn(process.execPath, ['scripts/serve.mjs', ...process.argv.slice(2)], { stdio: 'inherit' }).on(
  'exit',
  (code) => process.exit(code ?? 1),
);

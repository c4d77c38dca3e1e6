import adapter from '@sveltejs/adapter-static';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {any} */
const base = process.env.BASE_PATH ?? '';
// Several builds can stand side by side (tests build under a sub-path).
const folder = process.env.BUILD_DIR ?? 'build';

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  kit: {
    adapter: adapter({ pages: folder, assets: folder, fallback: '404.html' }),
    outDir: folder === 'build' ? '.svelte-kit' : `.svelte-kit/${folder}`,
    // Relative links let one build work under any folder; only 404.html needs BASE_PATH.
    paths: { base, relative: true },
    alias: { $workers: 'workers' },
    serviceWorker: { register: false },
    csp: {
      mode: 'hash',
      // No `require-trusted-types-for`: tried in Chromium on five pages, Svelte's templates pass, but `new Worker(new URL(…))`
      // takes a plain URL ("requires 'TrustedScriptURL' assignment"), so the Lab and whatever else starts a worker stop.
      // The bundler finds workers by that very expression, so no policy of our own can wrap it; a `default` policy that
      // lets addresses of this site pass would have to be made in each page and in each worker that starts another, and
      // adds little to `worker-src 'self'`. `Function` in zod is only its own probe, which `script-src` refuses already.
      directives: {
        'default-src': ['self'],
        'script-src': ['self', 'wasm-unsafe-eval'],
        'style-src': ['self'],
        // The one style attribute that Kit's own live region carries, and no other.
        'style-src-attr': ['unsafe-hashes', 'sha256-S8qMpvofolR8Mpjy4kQvEm7m1q8clzU4dfDH0AmvZjo='],
        'img-src': ['self', 'data:', 'blob:'],
        'font-src': ['self'],
        'worker-src': ['self'],
        // Model hubs, the benchmark's host and the endpoints that a user enters are not known in advance.
        'connect-src': ['self', 'https:', 'http://localhost:*', 'http://127.0.0.1:*'],
        'object-src': ['none'],
        'base-uri': ['none'],
        'form-action': ['none'],
      },
    },
    prerender: { handleHttpError: 'fail', handleMissingId: 'fail' },
  },
};

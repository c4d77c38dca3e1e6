import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const core = [
  'serbench',
  'table',
  'figure',
  'retrieval',
  'statistics',
  'complement',
  'evidence',
  'libra',
  'paper',
];
const edges = ['data', 'llm', 'embedding', 'worker'];

const ban = (group, message) => ({ group, message });
const libs = (names) => names.flatMap((name) => [`$lib/${name}`, `$lib/${name}/**`, `**/lib/${name}/**`]);

// Imports point one way: routes -> ui -> (data, llm, embedding, worker) -> core.
const platform = ban(
  [
    'svelte',
    'svelte/**',
    '$app/**',
    '$env/**',
    'comlink',
    'idb',
    '@duckdb/**',
    '@huggingface/**',
    '$workers/**',
  ],
  'The core is pure: hand in what it needs.',
);
const upward = (names) => ban(libs(names), 'Imports point one way: routes -> ui -> edges -> core.');

export default ts.config(
  {
    ignores: [
      'build*/',
      '.svelte-kit/',
      'node_modules/',
      'test-results/',
      'playwright-report/',
      'static/',
      'scripts/demo/repos/',
    ],
  },
  js.configs.recommended,
  ...ts.configs.strict,
  ...svelte.configs.recommended,
  prettier,
  ...svelte.configs.prettier,
  {
    languageOptions: { globals: { ...globals.browser, ...globals.node } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'no-undef': 'off',
      'no-console': 'error',
      eqeqeq: 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'svelte/no-at-html-tags': 'error',
      'svelte/no-navigation-without-resolve': ['error', { ignoreReplaceState: true }],
      // Local collections that never leave a function need no reactivity.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: {
      parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig },
    },
  },
  ...core.map((name) => ({
    files: [`src/lib/${name}/**`],
    rules: {
      'no-restricted-imports': ['error', { patterns: [platform, upward([...edges, 'ui'])] }],
      'no-restricted-globals': [
        'error',
        ...[
          'window',
          'document',
          'navigator',
          'localStorage',
          'fetch',
          'postMessage',
          'self',
          'indexedDB',
        ].map((name) => ({ name, message: 'The core is pure: hand in what it needs.' })),
      ],
      'no-restricted-properties': [
        'error',
        { object: 'Date', property: 'now', message: 'The core knows no clock.' },
        { object: 'Math', property: 'random', message: 'Seeded generators only.' },
        { property: 'localeCompare', message: 'Sort by code point.' },
      ],
    },
  })),
  {
    // The two places where inference could see a certificate: the views and the stages take a State only.
    files: ['src/lib/retrieval/views/**', 'src/lib/retrieval/fusion/**', 'src/lib/complement/stages/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            platform,
            upward([...edges, 'ui']),
            ban(
              ['$lib/serbench/certificate', '$lib/serbench/metrics/**'],
              'Inference never sees a certificate.',
            ),
          ],
        },
      ],
    },
  },
  {
    files: edges.map((name) => `src/lib/${name}/**`),
    rules: {
      'no-restricted-imports': ['error', { patterns: [ban(['$app/**'], 'Hand it in.'), upward(['ui'])] }],
    },
  },
  {
    files: ['test/**', 'scripts/**'],
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'off',
      'no-console': 'off',
      // Playwright's fixtures must be written with an object pattern, also an empty one.
      'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }],
    },
  },
);

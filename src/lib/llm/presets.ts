import type { NetworkProtocol } from './protocols';

export interface Preset {
  id: string;
  label: string;
  protocol: NetworkProtocol;
  url: string;
  /** Suggested model names; any other may be typed. */
  models: string[];
  needsKey: boolean;
  /** Runs on the user's own machine. */
  local: boolean;
  /** How to let this page call it. `{origin}` is this page's origin. */
  allow: string;
  /** How to start it or where its keys come from. */
  start: string;
}

const hosted = (
  id: string,
  label: string,
  url: string,
  models: string[],
  over: Partial<Preset> = {},
): Preset => ({
  id,
  label,
  protocol: 'openai',
  url,
  models,
  needsKey: true,
  local: false,
  allow: `${label} decides which pages may call it, and it may not allow {origin}. Use another provider, such as OpenRouter, or a proxy of your own that answers with "Access-Control-Allow-Origin: {origin}".`,
  start: `Check your network and the base URL; keys are made in your ${label} account.`,
  ...over,
});

const local = (id: string, label: string, url: string, over: Partial<Preset>): Preset => ({
  ...hosted(id, label, url, []),
  needsKey: false,
  local: true,
  ...over,
});

const KNOWN: readonly Preset[] = [
  hosted('deepseek', 'DeepSeek', 'https://api.deepseek.com/v1', ['deepseek-v4-pro', 'deepseek-v4-flash']),
  hosted('openrouter', 'OpenRouter', 'https://openrouter.ai/api/v1', []),
  hosted('openai', 'OpenAI', 'https://api.openai.com/v1', []),
  hosted('groq', 'Groq', 'https://api.groq.com/openai/v1', []),
  hosted('together', 'Together', 'https://api.together.xyz/v1', []),
  hosted('anthropic', 'Anthropic', 'https://api.anthropic.com', [], { protocol: 'anthropic' }),
  hosted('gemini', 'Gemini', 'https://generativelanguage.googleapis.com', [], {
    protocol: 'gemini',
    allow:
      'If the key is restricted to certain websites, add {origin} to its allowed referrers in the Google Cloud console.',
  }),
  local('ollama', 'Ollama', 'http://127.0.0.1:11434', {
    protocol: 'ollama',
    allow:
      'Stop Ollama and start it again with this page\'s origin allowed: OLLAMA_ORIGINS="{origin}" ollama serve',
    start: 'Start it: ollama serve',
  }),
  local('lmstudio', 'LM Studio', 'http://127.0.0.1:1234/v1', {
    allow:
      'Restart its server with cross-origin access: lms server start --cors (or the "Enable CORS" switch of its Developer page), for {origin}.',
    start: 'Start it: lms server start --cors',
  }),
  local('llamacpp', 'llama.cpp', 'http://127.0.0.1:8080/v1', {
    allow: 'llama-server answers any origin unless a proxy in front of it does not: allow {origin} there.',
    start: 'Start it: llama-server -m MODEL.gguf -c 65536 --port 8080',
  }),
  local('vllm', 'vLLM', 'http://127.0.0.1:8000/v1', {
    allow: 'Start it with: vllm serve MODEL --allowed-origins \'["{origin}"]\'',
    start: 'Start it: vllm serve MODEL --port 8000',
  }),
];

const CUSTOM = hosted('custom', 'Other (OpenAI-compatible)', '', [], {
  needsKey: false,
  allow:
    'The server must answer preflights from {origin}: "Access-Control-Allow-Origin: {origin}" and "Access-Control-Allow-Headers: authorization, content-type".',
  start: 'Check that the server runs and that the base URL is right.',
});

/** Providers with their addresses and the exact fixes; the addresses can be edited. */
export const PRESETS: readonly Preset[] = [...KNOWN, CUSTOM];

/** The preset of an address, by protocol and origin; Ollama by its protocol alone; else the custom one. */
export function presetFor(protocol: string, url: string): Preset {
  const origin = URL.canParse(url) ? new URL(url).origin : url;
  return (
    KNOWN.find((preset) => preset.protocol === protocol && new URL(preset.url).origin === origin) ??
    KNOWN.find((preset) => preset.protocol === protocol && protocol === 'ollama') ??
    CUSTOM
  );
}

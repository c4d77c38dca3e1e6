import type { ProtocolName } from '$lib/complement/config/schema';
import type { Protocol } from '../wire';
import { anthropic } from './anthropic';
import { gemini } from './gemini';
import { ollama } from './ollama';
import { openai } from './openai';

/** The protocols that go over a network. */
export type NetworkProtocol = Exclude<ProtocolName, 'browser' | 'scripted'>;

export const PROTOCOL: Record<NetworkProtocol, Protocol> = { openai, anthropic, gemini, ollama };

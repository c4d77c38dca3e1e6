import type { ChatMessage } from '$lib/complement/model';

export interface GenerateRequest {
  model: string;
  messages: ChatMessage[];
  maxOutputTokens: number;
}

export interface Generated {
  text: string;
  inputTokens: number;
  outputTokens: number;
  /** The output reached its cap. */
  cut: boolean;
  device: string;
}

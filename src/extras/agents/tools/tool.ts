import type { KnownBlock } from '@slack/types';
import type { z } from 'zod';
import type { SlackActor } from '../../../domain/request/access-request.ts';

/** Who calls a tool. Whoever makes one has checked the person, and that the client is theirs. */
export interface Caller {
  readonly person: SlackActor;
  /** Who has the account: it can pass to somebody else. */
  readonly identityId: string;
  readonly client: AgentClient;
  /** With which it calls; none where Slack signed. */
  readonly tokenId?: string | undefined;
}

/** `name`: what the person calls the agent of a token; Slackbot's own name. */
export interface AgentClient {
  readonly kind: 'slackbot' | 'token';
  readonly name: string;
}

/** Thrown where nobody can tell just now what the person may see: an agent is to ask again. */
export class AskAgain extends Error {}

/** A value that JSON has. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export interface ToolAnswer {
  /** Of the tool's `output`. */
  readonly structured: { readonly [key: string]: JsonValue };
  /** The same in the person's language, in plain text. */
  readonly text: string;
  /** For Slack; none where the text does. */
  readonly blocks?: readonly KnownBlock[];
}

/** Hints for the client; nobody enforces them. */
export interface ToolAnnotations {
  readonly readOnlyHint: boolean;
  readonly idempotentHint: boolean;
  readonly destructiveHint: boolean;
  readonly openWorldHint: boolean;
}

/** It changes nothing. */
export const readOnly: ToolAnnotations = {
  readOnlyHint: true,
  idempotentHint: true,
  destructiveHint: false,
  openWorldHint: false,
};

/** It makes a draft, which its person sends or does not; the same twice makes one. */
export const prepares: ToolAnnotations = {
  readOnlyHint: false,
  idempotentHint: true,
  destructiveHint: false,
  openWorldHint: false,
};

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  /**
   * Mistakes are part of the answer. What is thrown is a failure, and its words are nobody's
   * business.
   *
   * @param input reads it with `input` itself, and says what is wrong with it
   */
  call(caller: Caller, input: unknown): Promise<ToolAnswer>;
}

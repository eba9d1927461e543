/** What the workspace remembers, and its form in the data file. */
import type { MessageMetadata } from '@slack/types';
import { z } from 'zod';
import type { ShownBlock, StateValue, StateValues } from '../client.ts';
import { checkMetadata } from '../limits/messages.ts';
import type { ViewContent } from '../limits/views.ts';

export interface StoredMessage {
  readonly conversationId: string;
  readonly ts: string;
  /** Null outside threads, and for a thread's parent. */
  readonly threadTs: string | null;
  readonly authorId: string;
  readonly byBot: boolean;
  readonly text: string;
  readonly blocks: ShownBlock[];
  readonly metadata: MessageMetadata | null;
  readonly editedTs: string | null;
  /** Ephemeral: the only person who sees it. */
  readonly onlyFor: string | null;
  /** Deleted, and still there because people answered it. */
  readonly tombstone: boolean;
}

export interface StoredView {
  readonly id: string;
  readonly hash: string;
  readonly personId: string;
  readonly rootViewId: string;
  readonly previousViewId: string | null;
  readonly content: ViewContent;
  readonly state: StateValues;
  readonly errors: Readonly<Record<string, string>>;
  readonly busy: boolean;
}

export interface StoredResponseUrl {
  readonly id: string;
  readonly personId: string;
  readonly conversationId: string;
  /** The message it came from; null for a command or shortcut. */
  readonly messageTs: string | null;
  readonly threadTs: string | null;
  readonly usesLeft: number;
  readonly expiresAtMs: number;
}

// Blocks were checked before they were stored; this checks only what every reader relies on.
const block = z.custom<ShownBlock>(
  (value) => typeof value === 'object' && value !== null && 'type' in value && 'block_id' in value,
);
const metadata = z.custom<MessageMetadata>((value) => checkMetadata(value).ok).nullable();
const stateValue = z.custom<StateValue>(
  (value) => typeof value === 'object' && value !== null && 'type' in value,
);
const stateValues = z.record(z.string(), z.record(z.string(), stateValue));
const word = z
  .object({ type: z.literal('plain_text'), text: z.string(), emoji: z.boolean().optional() })
  .nullable();

const message = z.object({
  conversationId: z.string(),
  ts: z.string(),
  threadTs: z.string().nullable(),
  authorId: z.string(),
  byBot: z.boolean(),
  text: z.string(),
  blocks: z.array(block),
  metadata,
  editedTs: z.string().nullable(),
  onlyFor: z.string().nullable(),
  tombstone: z.boolean().default(false),
}) satisfies z.ZodType<StoredMessage>;

const view = z.object({
  id: z.string(),
  hash: z.string(),
  personId: z.string(),
  rootViewId: z.string(),
  previousViewId: z.string().nullable(),
  content: z.object({
    kind: z.enum(['modal', 'home']),
    title: word,
    submit: word,
    close: word,
    blocks: z.array(block),
    privateMetadata: z.string(),
    callbackId: z.string(),
  }),
  state: stateValues,
  errors: z.record(z.string(), z.string()),
  busy: z.boolean(),
}) satisfies z.ZodType<StoredView>;

const responseUrl = z.object({
  id: z.string(),
  personId: z.string(),
  conversationId: z.string(),
  messageTs: z.string().nullable(),
  threadTs: z.string().nullable(),
  usesLeft: z.number(),
  expiresAtMs: z.number(),
}) satisfies z.ZodType<StoredResponseUrl>;

export const snapshotSchema = z.object({
  version: z.literal(1),
  messages: z.array(message),
  /** Open modals, per person from bottom to top. */
  modals: z.array(view),
  homes: z.array(view),
  responseUrls: z.array(responseUrl),
  /** By person, then conversation: the ts up to which they have read. */
  readUpTo: z.record(z.string(), z.record(z.string(), z.string())),
  /** What people chose in messages: by person, then `conversation/ts`. */
  choices: z.record(z.string(), z.record(z.string(), stateValues)),
});

export type Snapshot = z.infer<typeof snapshotSchema>;

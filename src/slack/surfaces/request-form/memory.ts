import { z } from 'zod';
import type { IdentityRefusal } from '../../../domain/access-request.ts';
import { readJson } from '../../json-text.ts';
import { spokenMemory } from '../../languages.ts';

const identityRefusal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal(['unknown-person', 'unconfirmed-email']), email: z.string() }),
  z.object({ kind: z.literal('inactive'), status: z.string() }),
  z.object({ kind: z.literal('changed'), was: z.string(), is: z.string() }),
  z.object({ kind: z.literal(['no-email', 'guest', 'bot', 'deactivated', 'external']) }),
]) satisfies z.ZodType<IdentityRefusal>;

const formMemory = z.object({
  v: z.literal(1),
  /** Opened as an emergency: the choices are those that can be had as one. */
  mode: z.enum(['request', 'emergency']).default('request'),
  conversationId: z.string(),
  /** Link back to where the request came from. */
  conversationUrl: z.string().default(''),
  /** Who wrote the message that the request is about. */
  messageAuthor: z.string().nullable().default(null),
  /** The app came with a choice of what was meant: Slack would keep the empty select that was there before. */
  isAppGiven: z.boolean().default(false),
  /** Request whose grant is to be prolonged, what it is for and whom; the form then offers no other. */
  extends: z
    .object({
      requestId: z.string(),
      appId: z.string(),
      entitlementId: z.string(),
      targetSlackId: z.string().nullable().default(null),
      /** When the grant ends; ISO 8601. */
      endsAt: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** Two or more that the typed words could mean: option values of app and entitlement, because ids can be long. */
  candidates: z.array(z.tuple([z.string(), z.string()])).default([]),
  /** How whoever fills it in reads and writes: nothing is asked between a submission and its row. */
  spoken: spokenMemory,
  /** The requester or the person it is for, where they may not have access by what was known when this was shown. */
  stranger: z.object({ slackUserId: z.string(), refusal: identityRefusal }).nullable().default(null),
});
/** What the form remembers between Slack's calls, in `private_metadata`. */
export type FormMemory = z.output<typeof formMemory>;

/** null for a form of another version. */
export function readFormMemory(privateMetadata: string): FormMemory | null {
  return formMemory.safeParse(readJson(privateMetadata)).data ?? null;
}

/** `opened`: what is known of the form when it opens. */
export function newFormMemory(opened: Omit<z.input<typeof formMemory>, 'v'>): FormMemory {
  return formMemory.parse({ v: 1, ...opened });
}

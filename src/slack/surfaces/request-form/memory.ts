import { z } from 'zod';
import type { IdentityRefusal } from '../../../domain/access-request.ts';
import { readJson } from '../../json-text.ts';
import { spokenMemory } from '../../languages.ts';

const identityRefusal = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('unknown-person'), email: z.string() }),
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
  /** How often the app, and the entitlements, were picked in this form. */
  appPicks: z.number().int(),
  entitlementPicks: z.number().int(),
  appId: z.string().nullable(),
  /** The app came with a choice of what was meant: Slack would keep the empty select that was there before. */
  isAppGiven: z.boolean().default(false),
  /** Option values of the entitlements whose limits and facts the form shows. */
  shown: z.array(z.string()).default([]),
  /** Request whose grant is to be prolonged, its entitlement and whom it is for; the form then offers no other. */
  extends: z
    .object({
      requestId: z.string(),
      entitlementId: z.string(),
      targetSlackId: z.string().nullable().default(null),
      /** When the grant ends; ISO 8601. */
      endsAt: z.string().nullable().default(null),
    })
    .nullable()
    .default(null),
  /** Two or more that the typed words could mean: app and entitlement. */
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

export function newFormMemory(opened: {
  readonly mode: FormMemory['mode'];
  readonly conversationId: string;
  readonly conversationUrl: string;
  readonly messageAuthor?: string | null;
}): FormMemory {
  const { mode, conversationId, conversationUrl, messageAuthor = null } = opened;
  return {
    v: 1,
    mode,
    conversationId,
    conversationUrl,
    messageAuthor,
    appPicks: 0,
    entitlementPicks: 0,
    appId: null,
    isAppGiven: false,
    shown: [],
    extends: null,
    candidates: [],
    spoken: null,
    stranger: null,
  };
}

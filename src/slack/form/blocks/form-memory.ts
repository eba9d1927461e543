import { z } from 'zod';
import { spokenMemory } from '../../people/languages.ts';
import { readJson } from '../../platform/payloads.ts';
import type { ShownForm } from './form-model.ts';
import { optionValue } from './request-form-fields.ts';

/** How a form was opened. */
export const formOpening = z.object({
  /** Opened as an emergency: it offers only access that allows that. */
  mode: z.enum(['request', 'emergency']),
  /**
   * The conversation the request belongs to; a person's own id stands for their direct messages.
   */
  conversationId: z.string(),
  /** Link back to the conversation or message that the request came from. */
  conversationUrl: z.string(),
  /** The author of the message that the request is about. */
  messageAuthor: z.string().nullable(),
  /**
   * The request whose grant is extended, with its access and its target; the form then offers no
   * other.
   */
  extends: z
    .object({
      requestId: z.string(),
      appId: z.string(),
      entitlementId: z.string(),
      targetSlackId: z.string().nullable(),
      /** When the grant ends; ISO 8601. */
      endsAt: z.string().nullable(),
    })
    .nullable(),
  /** The request that is withdrawn when this form is submitted, and its number. */
  corrects: z.object({ requestId: z.string(), numericId: z.string() }).nullable(),
  /** The agent that drafted what the form was opened with; null where there was none. */
  draftedBy: z
    .object({ kind: z.string(), name: z.string(), draftId: z.string(), identityId: z.string() })
    .nullable(),
});

/** The state of a form between Slack's calls, in `private_metadata`: what its inputs do not tell. */
export const formMemory = formOpening.extend({
  v: z.literal(1),
  /** Candidates for the typed words: option values of app and entitlement, as ids can be long. */
  candidates: z.array(z.tuple([z.string(), z.string()])),
  /** The accounts that the person it is for has in the app; null where they were not read. */
  accounts: z
    .object({
      /** The option value of the app. */
      app: z.string(),
      target: z.string().nullable(),
      list: z.array(z.object({ id: z.string(), name: z.string() })),
    })
    .nullable(),
  /** The last typed time, kept while a duration is picked instead. */
  typedTime: z.string(),
  /** False while the duration is only suggested. */
  isTimeChosen: z.boolean(),
  /**
   * The language and the clock of the person who fills it in: nothing is asked between a submission
   * and its row.
   */
  spoken: spokenMemory,
});
export type FormMemory = z.output<typeof formMemory>;

/** null for a form of another version. */
export function readFormMemory(privateMetadata: string): FormMemory | null {
  return formMemory.safeParse(readJson(privateMetadata)).data ?? null;
}

export function writeFormMemory(form: ShownForm): string {
  const memory: FormMemory = {
    ...formOpening.parse(form),
    v: 1,
    candidates: form.candidates.map(({ app, entitlement }) => [
      optionValue(app.id),
      optionValue(entitlement.id),
    ]),
    accounts: accountsOf(form),
    typedTime: form.timeText.slice(0, 100),
    isTimeChosen: form.isTimeChosen,
    spoken: { language: form.language, timeZone: form.timeZone },
  };
  return JSON.stringify(memory);
}

function accountsOf({ app, accounts, targetSlackId }: ShownForm): FormMemory['accounts'] {
  if (app === null || accounts.length === 0) return null;
  const list = accounts.map(({ id, name }) => ({ id, name }));
  return { app: optionValue(app.id), target: targetSlackId, list };
}

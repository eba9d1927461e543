/** Stands in for what a language model says of a tool's answer: a line for each thing in it. */
import { z } from 'zod';

const named = z.object({ app: z.string(), access: z.string() });
const request = named.extend({
  id: z.string(),
  number: z.string().nullable(),
  says: z.string(),
  link: z.string().nullable(),
  canPrepare: z.array(z.string()),
});
const toldAnswer = z.object({
  mistakes: z.array(z.object({ field: z.string(), says: z.string() })).default([]),
  access: z
    .array(named.extend({ appId: z.string(), accessId: z.string(), says: z.array(z.string()) }))
    .default([]),
  others: z.array(named).default([]),
  apps: z.array(z.object({ app: z.string() })).default([]),
  requests: z.array(request).default([]),
  draft: named
    .extend({
      id: z.string(),
      says: z.string(),
      link: z.string().nullable(),
      request: request.nullable(),
    })
    .optional(),
});

export type ToldAnswer = z.infer<typeof toldAnswer>;

/** Reads the answer of one of the app's tools. null: it is something else, and the page shows its text as it is. */
export function readAnswer(text: string): ToldAnswer | null {
  try {
    return toldAnswer.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

export function spoken(answer: ToldAnswer): string {
  const { mistakes, access, others, apps, requests, draft } = answer;
  const lines = [
    ...mistakes.map(({ field, says }) => `- ${field}: ${says}`),
    ...access.map((one) => `- ${nameOf(one)}: ${one.says.join(' ')}`),
    ...others.map((one) => `- ${nameOf(one)}`),
    ...apps.map(({ app }) => `- ${app}`),
    ...requests.map((one) => `- ${requestLine(one)}`),
    ...(draft === undefined ? [] : [draftLine(draft)]),
    ...(draft?.request ? [`- ${requestLine(draft.request)}`] : []),
  ];
  return lines.length === 0 ? 'There is nothing.' : lines.join('\n');
}

const nameOf = ({ app, access }: z.infer<typeof named>): string => `${app} · ${access}`;

function requestLine(one: z.infer<typeof request>): string {
  const number = one.number === null ? '' : ` (#${one.number})`;
  return [`${nameOf(one)}${number}:`, one.says, one.link ?? ''].filter(Boolean).join(' ');
}

function draftLine(draft: NonNullable<ToldAnswer['draft']>): string {
  return [`${nameOf(draft)}:`, draft.says, draft.link ?? ''].filter(Boolean).join(' ');
}

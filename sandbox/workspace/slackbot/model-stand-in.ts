/**
 * Stands in for the language model behind Slackbot: a few rules that make calls of the app's tools
 * out of an English sentence. Where a model would guess, it takes the first that fits: what it
 * guesses wrongly is in a draft, which the person reads.
 */
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ToolAnswer } from './mcp-calls.ts';
import { durationOf, reasonOf, searchWords } from './sentence.ts';

/** What a newcomer may begin with. */
export const suggestions: readonly string[] = [
  'What can I get in GitHub?',
  'Get me write on the platform repo for two hours, INC-42',
  'Did I send it?',
  'What did I ask for?',
  'What do I have?',
  'Give back my write on platform',
  'Approve it for me',
];

type Arguments = Readonly<Record<string, unknown>>;

/** Calls a tool for the person who is talking. */
export type CallTool = (tool: string, given: Arguments) => Promise<ToolAnswer>;

export interface Tools {
  readonly names: ReadonlySet<string>;
  readonly call: CallTool;
}

/** What Slackbot says: its own words, and below them what a tool answered. */
export interface Said {
  readonly words: string;
  readonly answer: ToolAnswer | null;
}

/** What it remembers of the talk with one person. */
export interface Remembered {
  draftId: string | null;
}

interface Sentence {
  readonly text: string;
  readonly call: CallTool;
  readonly remembered: Remembered;
}

interface Rule {
  readonly pattern: RegExp;
  /** Without these it cannot be done. */
  readonly tools: readonly string[];
  readonly act: (sentence: Sentence) => Promise<Said>;
}

/** The first whose pattern fits. */
const rules: readonly Rule[] = [
  { pattern: /^(approve|deny|reject|decide|reassign)\b/i, tools: [], act: refuseToDecide },
  { pattern: /\bi (really )?(send|sent)\b|\bdraft\b/i, tools: ['check_draft'], act: checkDraft },
  {
    pattern: /\b(give|hand)\b.* back\b|\breturn my\b/i,
    tools: ['my_access', 'prepare_give_back'],
    act: (sentence) => prepareAbout(sentence, 'prepare_give_back', {}),
  },
  {
    pattern: /\bextend\b|\blonger\b|\bmore time\b/i,
    tools: ['my_access', 'prepare_extension'],
    act: (sentence) =>
      prepareAbout(sentence, 'prepare_extension', {
        duration: durationOf(sentence.text),
        reason: reasonOf(sentence.text),
      }),
  },
  {
    pattern: /\bi (ask|asked|request|requested)\b|\bmy requests\b/i,
    tools: ['my_requests'],
    act: async ({ call }) => showing(await call('my_requests', { which: 'all' })),
  },
  {
    pattern: /\bi have\b|\bmy access\b/i,
    tools: ['my_access'],
    act: async ({ call }) => showing(await call('my_access', {})),
  },
  {
    pattern: /\bwhat is\b|\bexplain\b|\bwho decides\b/i,
    tools: ['find_access', 'explain_access'],
    act: explain,
  },
  {
    pattern: /\b(can|could|may) i\b|\bfind\b|\bsearch\b|\bwhich\b/i,
    tools: ['find_access'],
    act: async ({ text, call }) => showing(await call('find_access', { words: searchWords(text) })),
  },
  { pattern: /./, tools: ['find_access', 'prepare_request'], act: prepareRequest },
];

/** Throws `McpFailure`. */
export async function answerTo(
  text: string,
  { names, call }: Tools,
  remembered: Remembered,
): Promise<Said> {
  const rule = rules.find(({ pattern }) => pattern.test(text));
  if (rule === undefined) return ownWords('I did not understand that.');
  const missing = rule.tools.filter((tool) => !names.has(tool));
  if (missing.length > 0) return ownWords(`The app has no tool for that (${missing.join(', ')}).`);
  return rule.act({ text, call, remembered });
}

const ownWords = (words: string): Said => ({ words, answer: null });
const showing = (answer: ToolAnswer): Said => ({ words: '', answer });

async function refuseToDecide(): Promise<Said> {
  return ownWords('The app gives me no tool to decide on a request. People decide, on the card.');
}

const searched = z.object({
  access: z.array(z.object({ appId: z.string(), accessId: z.string() })),
});

/** The first that the search offers; null where it offers none. */
function firstOf(answer: ToolAnswer): Arguments | null {
  const [first] = searched.safeParse(answer.structured).data?.access ?? [];
  return first === undefined ? null : { app: first.appId, access: first.accessId };
}

async function explain({ text, call }: Sentence): Promise<Said> {
  const answer = await call('find_access', { words: searchWords(text) });
  const access = firstOf(answer);
  return showing(access === null ? answer : await call('explain_access', access));
}

async function prepareRequest({ text, call, remembered }: Sentence): Promise<Said> {
  const answer = await call('find_access', { words: searchWords(text) });
  const access = firstOf(answer);
  if (access === null) return showing(answer);
  const asked = { ...access, duration: durationOf(text), reason: reasonOf(text) };
  return drafted(remembered, await call('prepare_request', { ...asked, key: randomUUID() }));
}

const held = z.object({
  requests: z.array(z.object({ id: z.string(), app: z.string(), access: z.string() })),
});

/** About the access of the person that has most of the sentence's words. */
async function prepareAbout(
  { text, call, remembered }: Sentence,
  tool: string,
  more: Arguments,
): Promise<Said> {
  const answer = await call('my_access', {});
  const words = searchWords(text).toLowerCase().split(' ');
  const own = held.safeParse(answer.structured).data?.requests ?? [];
  const fits = ({ app, access }: { readonly app: string; readonly access: string }) =>
    words.filter((word) => `${app} ${access}`.toLowerCase().includes(word)).length;
  const [best] = own.toSorted((one, other) => fits(other) - fits(one));
  if (best === undefined) return showing(answer);
  const asked = { request: best.id, ...more, key: randomUUID() };
  return drafted(remembered, await call(tool, asked));
}

const draft = z.object({ draft: z.object({ id: z.string() }) });

function drafted(remembered: Remembered, answer: ToolAnswer): Said {
  const made = draft.safeParse(answer.structured).data;
  if (made !== undefined) remembered.draftId = made.draft.id;
  return showing(answer);
}

async function checkDraft({ call, remembered }: Sentence): Promise<Said> {
  const { draftId } = remembered;
  if (draftId === null) return ownWords('I have prepared nothing for you yet.');
  return showing(await call('check_draft', { draft: draftId }));
}

/**
 * Stands in for the language model behind Slackbot: a few rules that make calls of the app's tools
 * out of an English sentence. Where a model would guess, it takes the first that fits: what it
 * guesses wrongly is in a draft, which the person reads.
 */
import { durationOf, reasonOf, searchWords } from './sentence.ts';
import { readAnswer, spoken } from './spoken-answer.ts';

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

/** Calls a tool for the person who is talking; returns the text of its answer. */
export type CallTool = (tool: string, given: Arguments) => Promise<string>;

export interface Tools {
  readonly names: ReadonlySet<string>;
  readonly call: CallTool;
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
  readonly act: (sentence: Sentence) => Promise<string>;
}

/** The first whose pattern fits. */
const rules: readonly Rule[] = [
  { pattern: /^(approve|deny|reject|decide|reassign)\b/i, tools: [], act: refuseToDecide },
  { pattern: /\bi (really )?(send|sent)\b|\bdraft\b/i, tools: ['check_draft'], act: checkDraft },
  {
    pattern: /\b(give|hand)\b.* back\b|\breturn my\b/i,
    tools: ['my_access', 'prepare'],
    act: (sentence) => prepareAbout(sentence, { kind: 'give-back' }),
  },
  {
    pattern: /\bextend\b|\blonger\b|\bmore time\b/i,
    tools: ['my_access', 'prepare'],
    act: (sentence) =>
      prepareAbout(sentence, {
        kind: 'more-time',
        duration: durationOf(sentence.text),
        reason: reasonOf(sentence.text),
      }),
  },
  {
    pattern: /\bi (ask|asked|request|requested|have)\b|\bmy (requests|access)\b/i,
    tools: ['my_access'],
    act: async ({ call }) => wordsOf(await call('my_access', {})),
  },
  {
    pattern:
      /\bwhat is\b|\bexplain\b|\bwho decides\b|\b(can|could|may) i\b|\bfind\b|\bsearch\b|\bwhich\b/i,
    tools: ['find_access'],
    act: async ({ text, call }) => wordsOf(await call('find_access', { words: searchWords(text) })),
  },
  { pattern: /./, tools: ['find_access', 'prepare'], act: prepareRequest },
];

/** What Slackbot says. Throws `McpFailure`. */
export async function answerTo(
  text: string,
  { names, call }: Tools,
  remembered: Remembered,
): Promise<string> {
  const rule = rules.find(({ pattern }) => pattern.test(text));
  if (rule === undefined) return 'I did not understand that.';
  const missing = rule.tools.filter((tool) => !names.has(tool));
  if (missing.length > 0) return `The app has no tool for that (${missing.join(', ')}).`;
  return rule.act({ text, call, remembered });
}

/** A refusal is a sentence. */
function wordsOf(text: string): string {
  const answer = readAnswer(text);
  return answer === null ? text : spoken(answer);
}

async function refuseToDecide(): Promise<string> {
  return 'The app gives me no tool to decide on a request. People decide, on the card.';
}

async function prepareRequest({ text, call, remembered }: Sentence): Promise<string> {
  const answer = await call('find_access', { words: searchWords(text) });
  const [first] = readAnswer(answer)?.access ?? [];
  if (first === undefined) return wordsOf(answer);
  const access = { app: first.appId, access: first.accessId };
  const asked = { ...access, duration: durationOf(text), reason: reasonOf(text) };
  return drafted(remembered, await call('prepare', asked));
}

/** About the access of the person that has most of the sentence's words. */
async function prepareAbout(
  { text, call, remembered }: Sentence,
  wanted: Arguments,
): Promise<string> {
  const answer = await call('my_access', {});
  const words = searchWords(text).toLowerCase().split(' ');
  const own = readAnswer(answer)?.requests.filter(({ canPrepare }) => canPrepare.length > 0) ?? [];
  const fits = ({ app, access }: { readonly app: string; readonly access: string }) =>
    words.filter((word) => `${app} ${access}`.toLowerCase().includes(word)).length;
  const [best] = own.toSorted((one, other) => fits(other) - fits(one));
  if (best === undefined) return wordsOf(answer);
  return drafted(remembered, await call('prepare', { ...wanted, request: best.id }));
}

function drafted(remembered: Remembered, answer: string): string {
  remembered.draftId = readAnswer(answer)?.draft?.id ?? remembered.draftId;
  return wordsOf(answer);
}

async function checkDraft({ call, remembered }: Sentence): Promise<string> {
  const { draftId } = remembered;
  if (draftId === null) return 'I have prepared nothing for you yet.';
  return wordsOf(await call('check_draft', { draft: draftId }));
}

import type { z } from 'zod';
import type { SlackActor } from '../../../domain/request/access-request.ts';
import { type Result, refuse } from '../../../domain/result.ts';
import type { Languages, Reader } from '../../../slack/people/languages.ts';
import { textsOfExtra } from '../../../slack/texts.ts';
import { type DraftMistake, plainMistake } from '../drafts/mistake-words.ts';
import { plainWords } from './plain-words.ts';

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

export type ToolAnswer = Readonly<Record<string, JsonValue>>;

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it makes a draft, which its person sends or does not; the same twice makes one. */
  readonly isWriting: boolean;
  readonly input: z.ZodObject;
  /**
   * What is told, in the person's language where it is words; else `mistakes`. What is thrown is a
   * failure, and its words are nobody's business.
   */
  call(caller: Caller, input: unknown): Promise<ToolAnswer>;
}

/** What was toolCall, read, and for whom. */
export interface ToolCall<Input> {
  readonly caller: Caller;
  readonly reader: Reader;
  readonly input: Input;
}

/** The one way of all tools: the input is read, and answered as the person sees it, or not. */
export function toolOf<Shape extends z.ZodRawShape>(
  { languages }: { readonly languages: Pick<Languages, 'readerOf'> },
  about: Omit<Tool, 'input' | 'call'> & { readonly input: z.ZodObject<Shape> },
  answer: (
    toolCall: ToolCall<z.output<z.ZodObject<Shape>>>,
  ) => Promise<Result<ToolAnswer, readonly DraftMistake[]>>,
): Tool {
  return {
    ...about,
    async call(caller, sent) {
      const reader = await languages.readerOf(caller.person.userId);
      const reading = about.input.safeParse(sent ?? {});
      const result = reading.success
        ? await answer({ caller, reader, input: reading.data })
        : refuse(wrongFields(reader, reading.error.issues));
      if (result.ok) return result.value;
      const mistakes = result.refusal.map(({ field, says, isMarked }) => ({
        field,
        says: isMarked ? plainWords(says, reader) : says,
      }));
      return { mistakes };
    },
  };
}

/** Every field by itself: one that is wrong hides no other. */
function wrongFields(
  { texts }: Reader,
  issues: readonly z.core.$ZodIssue[],
): readonly DraftMistake[] {
  const fields = new Set(issues.map(({ path: [field = 'input'] }) => String(field)));
  return [...fields].map((field) => plainMistake(field, toolWords(texts).wrong));
}

const toolWords = textsOfExtra({
  wrong: [
    'This is missing, or not what the tool’s description asks for.',
    'Das fehlt oder ist nicht, was die Beschreibung des Werkzeugs verlangt.',
  ],
} as const);

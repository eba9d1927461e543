import type { Result } from '../../domain/result.ts';
import { refuse } from '../../domain/result.ts';
import { StartRefused } from '../start-refused.ts';
import type { AnsweredEnvironment, AskedName } from './answered-environment.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** How somebody is asked. */
export interface Prompts {
  text(message: string, initial: string): Promise<string>;
  /** Asks without showing what is typed. */
  secret(message: string): Promise<string>;
  choose(message: string, choices: readonly Choice[], initial: string): Promise<string>;
  chooseSome(
    message: string,
    choices: readonly Choice[],
    initial: readonly string[],
  ): Promise<readonly string[]>;
  /** Enter alone is no. */
  confirm(message: string): Promise<boolean>;
  say(words: string): Promise<void>;
  /** An answer was wrong, and its question follows again. */
  wrong(sentence: string): Promise<void>;
}

interface Repeated<Answer, Value> {
  /** The first answer that is offered; afterwards it is the one that was wrong. */
  readonly initial: Answer;
  readonly ask: (initial: Answer) => Promise<Answer>;
  /** What the answer comes to, or a sentence about what is wrong with it. */
  readonly check: (answer: Answer) => Promise<Result<Value, string>>;
}

/** Asks until the answer is right. */
export async function untilRight<Answer, Value>(
  prompts: Prompts,
  { initial, ask, check }: Repeated<Answer, Value>,
): Promise<Value> {
  let answer = initial;
  for (;;) {
    answer = await ask(answer);
    const reading = await check(answer);
    if (reading.ok) return reading.value;
    await prompts.wrong(reading.refusal);
  }
}

export interface VariableDeps {
  readonly prompts: Prompts;
  readonly env: AnsweredEnvironment;
  /** The answers so far are right. */
  readonly keep: () => void;
}

interface VariableQuestion {
  readonly name: AskedName;
  readonly what: string;
  /** No secret: it is shown as it is typed. */
  readonly isShown?: boolean;
  /** What the bot does without it; absent where it needs one. */
  readonly without?: string;
}

/**
 * Asks for those variables that are not there, until `check` takes all of them. Throws
 * `StartRefused` where they were there and are wrong.
 */
export async function askVariables<Value>(
  { prompts, env, keep }: VariableDeps,
  questions: readonly VariableQuestion[],
  check: () => Promise<Result<Value, string>>,
): Promise<Value> {
  const open = questions.filter(({ name }) => !env.has(name));
  for (;;) {
    for (const one of open) {
      const typed = await askVariable(prompts, env, one);
      if (typed.trim() !== '' || one.without !== undefined) env.set(one.name, typed);
    }
    const mistake = questions.map((one) => mistakeOf(env, one)).find((one) => one !== null);
    const reading = mistake === undefined ? await check() : refuse(mistake);
    if (reading.ok) {
      keep();
      return reading.value;
    }
    const others = questions.filter((one) => !open.includes(one)).map(({ name }) => name);
    const advice = `Correct ${others.join(' or ')} where it is set, or take it out of there to be asked for it.`;
    const why = others.length === 0 ? reading.refusal : `${reading.refusal} ${advice}`;
    if (open.length === 0) throw new StartRefused(why);
    await prompts.wrong(why);
  }
}

function askVariable(
  prompts: Prompts,
  env: AnsweredEnvironment,
  { name, what, isShown = false, without }: VariableQuestion,
): Promise<string> {
  if (isShown) return prompts.text(what, env.get(name));
  const last = env.has(name) ? ' Enter tries the last one again.' : '';
  return prompts.secret(`${what}${without === undefined ? last : ` Enter ${without}.`}`);
}

function mistakeOf(env: AnsweredEnvironment, { name, without }: VariableQuestion): string | null {
  if (!env.has(name)) return without === undefined ? `${name} is missing.` : null;
  return env.mistakeOf(name);
}

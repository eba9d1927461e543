import type { Result } from '../../domain/result.ts';
import type { Out } from '../command.ts';
import { StartRefused } from '../start-refused.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

/** How somebody is asked. Each question has the answer that is there already. */
export interface Prompts {
  /** False where nobody can be asked: then that answer is the one. */
  readonly canAsk: boolean;
  text(message: string, initial: string): Promise<string>;
  /** What is typed is not shown; an empty answer keeps what is there. */
  secret(message: string): Promise<string>;
  choose(message: string, choices: readonly Choice[], initial: string): Promise<string>;
  chooseSome(
    message: string,
    choices: readonly Choice[],
    initial: readonly string[],
  ): Promise<readonly string[]>;
  confirm(message: string, isInitial: boolean): Promise<boolean>;
  say(words: string): Promise<void>;
  /** An answer was wrong, and its question follows again. */
  wrong(sentence: string): Promise<void>;
}

/** Nobody is asked (`--yes`): what is wrong ends the command. */
export function givenAnswers(out: Out): Prompts {
  return {
    canAsk: false,
    text: async (_message, initial) => initial,
    secret: async () => '',
    choose: async (_message, _choices, initial) => initial,
    chooseSome: async (_message, _choices, initial) => initial,
    confirm: async (_message, isInitial) => isInitial,
    say: (words) => out(`${words}\n`),
    async wrong(sentence) {
      throw new StartRefused(sentence);
    },
  };
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

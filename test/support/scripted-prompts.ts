import type { Prompts } from '../../src/operator/setup/prompts.ts';

/** Takes the answer that is offered. */
export const enter = Symbol('enter');

type ScriptedAnswer = string | readonly string[] | boolean | typeof enter;

export interface ScriptedPrompts extends Prompts {
  /** What was asked and said, in order; wrong answers begin with “wrong: ”. */
  readonly transcript: readonly string[];
}

/**
 * Somebody who answers each question by its words, in this order; a question with other words fails
 * the test.
 */
export function scriptedPrompts(
  script: readonly (readonly [question: string, answer: ScriptedAnswer])[],
): ScriptedPrompts {
  const rest = [...script];
  const transcript: string[] = [];
  const answerTo = (message: string): ScriptedAnswer => {
    transcript.push(message);
    const [question = 'nothing more', answer = enter] = rest.shift() ?? [];
    if (!message.includes(question))
      throw new Error(`asked “${message}”, expected “${question}”:\n${transcript.join('\n')}`);
    return answer;
  };
  const typed = (message: string, initial: string): string => {
    const answer = answerTo(message);
    if (answer === enter) return initial;
    if (typeof answer !== 'string') throw new Error(`“${message}” takes a text`);
    return answer;
  };
  return {
    transcript,
    text: async (message, initial) => typed(message, initial),
    secret: async (message) => typed(message, ''),
    choose: async (message, _choices, initial) => typed(message, initial),
    async chooseSome(message, _choices, initial) {
      const answer = answerTo(message);
      if (answer === enter) return initial;
      if (typeof answer === 'object') return answer;
      throw new Error(`“${message}” takes a list`);
    },
    async confirm(message) {
      const answer = answerTo(message);
      if (typeof answer === 'boolean') return answer;
      throw new Error(`“${message}” takes yes or no`);
    },
    say: async (words) => void transcript.push(words),
    wrong: async (sentence) => void transcript.push(`wrong: ${sentence}`),
  };
}

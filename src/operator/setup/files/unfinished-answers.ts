import { rmSync } from 'node:fs';
import { z } from 'zod';
import type { Prompts } from '../prompts.ts';
import { readIfThere, writeWhole } from './written-file.ts';

const answersShape = z.record(z.string(), z.union([z.string(), z.array(z.string())]));

/** Some questions say what Enter does, which changes. */
const keyOf = (message: string): string => message.split('?', 1)[0] ?? message;

const isThere = (value: string | undefined): value is string => value !== undefined && value !== '';

/**
 * Keeps what is answered in a file that only its owner reads, until `forget`: a run that was stopped
 * is gone on with. A yes is not kept, because Enter alone is to give no power and change no file.
 */
export function unfinishedAnswers(
  prompts: Prompts,
  path: string,
): { readonly prompts: Prompts; readonly forget: () => void } {
  const text = readIfThere(path);
  const answers = new Map(Object.entries(text === null ? {} : answersIn(text)));
  let last = '';
  const write = () => writeWhole(path, JSON.stringify(Object.fromEntries(answers)), 0o600);
  const textBefore = (message: string) =>
    z
      .string()
      .optional()
      .catch(undefined)
      .parse(answers.get(keyOf(message)));
  function keep<Answer extends string | readonly string[]>(
    message: string,
    answer: Answer,
  ): Answer {
    last = keyOf(message);
    answers.set(last, typeof answer === 'string' ? answer : Array.from(answer));
    write();
    return answer;
  }
  return {
    forget: () => rmSync(path, { force: true }),
    prompts: {
      ...prompts,
      text: async (message, initial) =>
        keep(message, await prompts.text(message, textBefore(message) ?? initial)),
      async secret(message) {
        const before = textBefore(message);
        if (!isThere(before)) return keep(message, await prompts.secret(message));
        const question = message.replace(/ Enter [^?]*$/, '');
        const typed = await prompts.secret(`${question} Enter takes what you typed last time.`);
        return keep(message, typed.trim() === '' ? before : typed);
      },
      async choose(message, choices, initial) {
        const before = choices.find(({ value }) => value === textBefore(message));
        return keep(message, await prompts.choose(message, choices, before?.value ?? initial));
      },
      async chooseSome(message, choices, initial) {
        const before = answers.get(keyOf(message));
        const those = Array.isArray(before)
          ? before.filter((one) => choices.some(({ value }) => value === one))
          : initial;
        return keep(message, await prompts.chooseSome(message, choices, those));
      },
      async wrong(sentence) {
        answers.delete(last);
        write();
        await prompts.wrong(sentence);
      },
    },
  };
}

/** A file that somebody changed is as good as none. */
function answersIn(text: string): z.output<typeof answersShape> {
  try {
    return answersShape.parse(JSON.parse(text));
  } catch {
    return {};
  }
}

import type { Readable, Writable } from 'node:stream';
import {
  autocomplete,
  autocompleteMultiselect,
  confirm,
  log,
  multiselect,
  note,
  password,
  select,
  text,
} from '@clack/prompts';
import { visibleControls } from '../../domain/text/foreign-text.ts';
import { StartRefused } from '../start-refused.ts';
import type { Choice, Prompts } from './prompts.ts';

/** Lists that are longer can be searched by typing. */
const mostShown = 7;

const stopped = 'Stopped. Files that were written stay; run it again to go on.';

const isAnswer = <Answer>(answer: Answer): answer is Exclude<Answer, symbol> =>
  typeof answer !== 'symbol';

/** The answer; throws where somebody pressed Ctrl+C or Escape. */
async function answered<Answer>(prompt: Promise<Answer>): Promise<Exclude<Answer, symbol>> {
  const answer = await prompt;
  if (!isAnswer(answer)) throw new StartRefused(stopped);
  return answer;
}

/** Names come from the tenant and from Slack. */
const optionOf = ({ value, label, hint }: Choice) => ({
  value,
  label: visibleControls(label),
  ...(hint === undefined ? {} : { hint: visibleControls(hint) }),
});

/** What `autocomplete` answers where nothing in its list matches what was typed. */
const refuseNothing = (value: unknown) =>
  value === undefined ? 'Nothing in the list has this in it: type less of it.' : undefined;

export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Asks in a terminal. */
export function clackPrompts(terminal: Terminal): Prompts {
  return {
    canAsk: true,
    text: (message, initial) => answered(text({ ...terminal, message, initialValue: initial })),
    // Without an answer it gives none.
    secret: async (message) =>
      (await answered<string | symbol | undefined>(password({ ...terminal, message }))) ?? '',
    choose(message, choices, initial) {
      const options = choices.map(optionOf);
      const list = { message, options, initialValue: initial, maxItems: mostShown };
      const question = { ...terminal, ...list };
      if (options.length <= mostShown) return answered(select(question));
      const placeholder = 'type to search';
      return answered(autocomplete({ ...question, placeholder, validate: refuseNothing }));
    },
    chooseSome(message, choices, initial) {
      const options = choices.map(optionOf);
      const list = { message, options, initialValues: [...initial], required: false };
      const question = { ...terminal, ...list };
      if (options.length <= mostShown) return answered(multiselect(question));
      const placeholder = 'type to search, Tab selects';
      return answered(autocompleteMultiselect({ ...question, maxItems: mostShown, placeholder }));
    },
    confirm: (message, isInitial) =>
      answered(confirm({ ...terminal, message, initialValue: isInitial })),
    say: async (words) =>
      words.includes('\n') ? note(words, '', terminal) : log.info(words, terminal),
    wrong: async (sentence) => log.error(sentence, terminal),
  };
}

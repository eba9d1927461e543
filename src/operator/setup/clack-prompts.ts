import type { Readable, Writable } from 'node:stream';
import {
  autocomplete,
  autocompleteMultiselect,
  log,
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

const stopped = 'Stopped. Run it again to go on: it keeps what .env has and asks for the rest.';

const isAnswer = <Answer>(answer: Answer): answer is Exclude<Answer, symbol> =>
  typeof answer !== 'symbol';

/** What is typed while nothing is asked answers no question that comes later. */
const ignored = () => undefined;

/** The answer; throws where somebody pressed Ctrl+C or Escape. */
async function answered<Answer>(
  { input }: Terminal,
  ask: () => Promise<Answer>,
): Promise<Exclude<Answer, symbol>> {
  input.off('data', ignored).ref?.();
  const answer = await ask();
  if (!isAnswer(answer)) throw new StartRefused(stopped);
  input.on('data', ignored).resume().unref?.();
  return answer;
}

const yesOrNo = /^\s*(?:y|yes|n|no|)\s*$/i;

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
  /** A terminal's own can be waited for or not. */
  readonly input: Readable & { ref?(): unknown; unref?(): unknown };
  readonly output: Writable;
}

/** Asks in a terminal. */
export function clackPrompts(terminal: Terminal): Prompts {
  return {
    text: (message, initial) =>
      answered(terminal, () => text({ ...terminal, message, initialValue: initial })),
    // Without an answer it gives none.
    secret: async (message) =>
      (await answered<string | symbol | undefined>(terminal, () =>
        password({ ...terminal, message }),
      )) ?? '',
    choose(message, choices, initial) {
      const options = choices.map(optionOf);
      const list = { message, options, initialValue: initial, maxItems: mostShown };
      const question = { ...terminal, ...list };
      if (options.length <= mostShown) return answered(terminal, () => select(question));
      const placeholder = 'type to search';
      return answered(terminal, () =>
        autocomplete({ ...question, placeholder, validate: refuseNothing }),
      );
    },
    chooseSome(message, choices, initial) {
      const options = choices.map(optionOf);
      const list = { message, options, initialValues: [...initial], required: false };
      // Short lists are chosen from with the same keys as long ones.
      const placeholder = 'Tab selects, Enter goes on; type to search';
      const question = { ...terminal, ...list, maxItems: mostShown, placeholder };
      return answered(terminal, () => autocompleteMultiselect(question));
    },
    // A prompt that `y` alone ends would leave the Enter behind it to the next question.
    async confirm(message) {
      const question = {
        message: `${message} (y or n)`,
        defaultValue: 'n',
        placeholder: 'n',
        validate: (typed = '') => (yesOrNo.test(typed) ? undefined : 'Type y or n.'),
      };
      const typed = await answered(terminal, () => text({ ...terminal, ...question }));
      return typed.trim().toLowerCase().startsWith('y');
    },
    say: async (words) =>
      words.includes('\n') ? note(words, '', terminal) : log.info(words, terminal),
    wrong: async (sentence) => log.error(sentence, terminal),
  };
}

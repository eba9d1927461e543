import { PassThrough } from 'node:stream';
import { setImmediate as soon } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { clackPrompts } from '../../../src/operator/setup/clack-prompts.ts';

/** Somebody at a keyboard, who presses these keys whenever something is asked. */
function keyboard(presses: readonly string[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const rest = [...presses];
  let screen = '';
  output.on('data', (words: Buffer) => {
    screen += stripVTControlCharacters(words.toString());
  });
  const press = () => {
    const next = rest.shift();
    if (next === undefined) return;
    input.write(next);
    setImmediate(press);
  };
  const left = () => rest.length;
  return { prompts: clackPrompts({ input, output }), press, left, screen: () => screen };
}

it('takes y and Enter for the answer to one question', async () => {
  const one = keyboard(['y', '\r', 'x', '\r', '\u007f', '\r']);
  const answer = one.prompts.confirm('May reviewers decide?');
  one.press();
  expect(await answer).toBe(true);
  expect(await one.prompts.confirm('May people give back?')).toBe(false);
  expect(one.screen()).toContain('Type y or n.');
});

it('lets nothing that was typed while nobody asked answer the next question', async () => {
  const one = keyboard(['a', '\r', '\r', 'b', '\r']);
  const first = one.prompts.text('Client id?', '');
  one.press();
  await first;
  while (one.left() > 2) await soon();
  const second = one.prompts.text('Time zone?', '');
  expect(await second).toBe('b');
});

it('selects in a short list with the same key as in a long one', async () => {
  for (const list of [channels.slice(0, 2), channels]) {
    const one = keyboard(['\t', '\r']);
    const answer = one.prompts.chooseSome('Which channels?', list, []);
    one.press();
    expect(await answer).toEqual(['C0a']);
  }
});

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
const channels = letters.map((letter) => ({ value: `C0${letter}`, label: `#${letter}-channel` }));

it('goes on asking while nothing in a long list matches what was typed', async () => {
  const backspace = '\u007f';
  const one = keyboard(['x', 'y', '\r', backspace, backspace, 'd', '-', '\r']);
  const answer = one.prompts.choose('Which channel?', channels, '');
  one.press();
  expect(await answer).toBe('C0d');
  expect(one.screen()).toContain('Nothing in the list has this in it: type less of it.');
});

import { PassThrough } from 'node:stream';
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
  return { prompts: clackPrompts({ input, output }), press, screen: () => screen };
}

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

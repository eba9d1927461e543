import { setImmediate as soon } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { type Check, Finding, type Look, tellAll } from '../../../src/operator/doctor/check.ts';

const looks = (count: number, ask: (at: number) => ReturnType<Look['ask']>): readonly Look[] =>
  Array.from({ length: count }, (_, at) => ({
    what: `${at}`,
    ask: () => ask(at),
    mend: 'Mend it.',
  }));

async function told(these: readonly Look[], ends?: AbortSignal): Promise<readonly string[]> {
  const lines: Check[] = [];
  await tellAll(these, async (one) => void lines.push(one), ends);
  return lines.map(({ what, state, says }) => `${state} ${what}: ${says}`);
}

it('tells what is well, what was found, and what mends a look that fails', async () => {
  const answers = [
    async () => 'fine',
    async () => null,
    () => Promise.reject(new Finding('warning', 'odd. Set it.')),
    () => Promise.reject(new Error('no connection')),
    async () => [{ what: 'own', state: 'error', says: 'gone' }] as const,
  ];
  expect(await told(looks(answers.length, async (at) => (await answers[at]?.()) ?? null))).toEqual([
    'ok 0: fine',
    'warning 2: odd. Set it.',
    'error 3: no connection. Mend it.',
    'error own: gone',
  ]);
});

it('looks at eight things at once, and tells them in their order', async () => {
  let now = 0;
  let most = 0;
  const ask = async (at: number) => {
    most = Math.max(most, ++now);
    // The first of eight is the last to answer.
    for (let turns = 8 - (at % 8); turns > 0; turns -= 1) await soon();
    now -= 1;
    return 'fine';
  };
  const all = Array.from({ length: 20 }, (_, at) => `ok ${at}: fine`);
  expect(await told(looks(20, ask))).toEqual(all);
  expect(most).toBe(8);
});

it('says of what was cut off that it is slow, and not that it is broken', async () => {
  const ends = new AbortController();
  const ask = async (at: number) => {
    if (at === 0) return 'fine';
    ends.abort();
    throw new Error('cut off');
  };
  expect(await told(looks(2, ask), ends.signal)).toEqual([
    'ok 0: fine',
    'warning 1: not checked: it is slow to answer.',
  ]);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import type { Check } from '../../../src/operator/doctor/check.ts';
import { clockLook, doctorCommand } from '../../../src/operator/doctor/doctor-command.ts';
import { portOf } from '../../support/port-of.ts';
import { judged } from '../../support/told-checks.ts';
import { typeCommand } from '../../support/typed-command.ts';

const doctor = (words: readonly string[], checks: readonly Check[]) =>
  typeCommand(
    doctorCommand(async (_isOffline, tell) => {
      for (const one of checks) await tell(one);
    }),
    words,
  );

const fine: Check = { what: 'language', state: 'ok', says: 'en' };
const odd: Check = { what: 'manifest', state: 'warning', says: 'not checked: \u202Eset it.' };
const wrong: Check = { what: 'token', state: 'error', says: 'refused. Set it.' };

it('prints one line for each finding, those that are not ok again at the end, and exits with 1 after an error', async () => {
  const oddLine = 'warning  manifest: not checked: ⟨U+202E⟩set it.\n';
  expect(await doctor([], [odd, fine])).toEqual({
    exit: 0,
    out: `${oddLine}ok       language: en\n\nTo mend:\n${oddLine}`,
    err: '',
  });
  expect(await doctor([], [fine])).toMatchObject({ exit: 0, out: 'ok       language: en\n' });
  expect(await doctor([], [fine, wrong])).toMatchObject({ exit: 1 });
});

it('prints each line as it comes, while others are still looked for', async () => {
  const printed: string[] = [];
  const command = doctorCommand(async (_isOffline, tell) => {
    await tell(fine);
    expect(printed).toEqual(['ok       language: en\n']);
    await tell(fine);
  });
  const out = async (text: string) => void printed.push(text);
  await command.run([], out);
  expect(printed).toHaveLength(2);
});

it('the doctor says the same as JSON', async () => {
  const { exit, out } = await doctor(['--json'], [fine, wrong]);
  expect([exit, JSON.parse(out)]).toEqual([1, { ok: false, checks: [fine, wrong] }]);
});

it('the doctor looks at nothing outside when it is told so', async () => {
  const command = doctorCommand(async (isOffline, tell) =>
    tell({ ...fine, says: isOffline ? 'alone' : 'outside' }),
  );
  expect((await typeCommand(command, ['--offline'])).out).toBe('ok       language: alone\n');
  expect((await typeCommand(command, [])).out).toBe('ok       language: outside\n');
});

it('the doctor refuses a wrong flag with 2, and helps', async () => {
  expect(await doctor(['--jsn'], [])).toMatchObject({ exit: 2, out: '' });
  expect((await doctor(['--help'], [wrong])).out).toMatch(/^Usage: npm run doctor/);
});

it('does not check the clock of a system that is slow to answer, and calls that no error', async () => {
  const server = createServer(() => undefined);
  onTestFinished(() => server.closeAllConnections());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${portOf(server)}`;
  const now = () => new Date();
  expect(await judged([clockLook('clock', url, { now, withinMs: 20 })])).toEqual([
    { what: 'clock', state: 'warning', says: 'not checked: it is slow to answer.' },
  ]);
});

import { describe, expect, it } from 'vitest';
import { readCommand } from '../../src/domain/command-grammar.ts';
import { prefillOfCommand } from '../../src/slack/listeners/request-form/prefill-of-command.ts';
import { textsFor } from '../../src/slack/texts/texts.ts';
import { catalogueOf } from '../support/catalogue-of.ts';
import { FakeWorld } from '../support/fakes.ts';
import { entitlement } from '../support/samples.ts';

const reader = { texts: textsFor('en'), language: 'en', timeZone: 'Europe/Berlin' } as const;
const everyApp = ['app-github', 'app-aws'];

async function prefill(text: string, mode: 'request' | 'emergency', neverRead: readonly string[], enabled = false) {
  const spoken = readCommand(text);
  if (spoken.kind !== 'ask') throw new Error(spoken.kind);
  const known = neverRead.includes('app-github') ? [] : [entitlement({ emergencyGrantEnabled: enabled })];
  const catalogue = await catalogueOf(known, neverRead);
  return prefillOfCommand({ catalogue, world: new FakeWorld() }, spoken, mode, reader);
}

describe('a command before everything was read', () => {
  it.each(['request', 'emergency'] as const)('does not say that it did not understand (%s)', async (mode) => {
    const { app, remark, filled } = await prefill('github platform write', mode, everyApp);
    expect(app?.name).toBe('GitHub');
    expect(remark).toContain('could not read yet all that there is to ask for');
    expect(remark).toContain('“platform write”');
    expect(remark).not.toContain('not understand');
    expect(remark).toContain('What you typed is kept below');
    expect(filled.justification).toBe('platform write');
  });

  it('says so also where one app of several is missing and none is named', async () => {
    expect((await prefill('maintenance window', 'request', ['app-aws'])).remark).toContain('could not read yet');
    expect((await prefill('github maintenance window', 'request', ['app-aws'])).remark).toContain('did not understand');
  });

  it('of an emergency does not say that there is nothing', async () => {
    const nothing = 'Nothing here can be had as an emergency';
    expect((await prefill('', 'emergency', everyApp)).remark).toBeNull();
    expect((await prefill('', 'emergency', [])).remark).toContain(nothing);
    expect((await prefill('', 'emergency', [], true)).remark).toBeNull();
  });
});

describe('a time in a command', () => {
  it('that people read in two ways is told back with what it can mean, as beside the field', async () => {
    const { remark, filled } = await prefill('github next zzyzx until next friday', 'request', []);
    expect(remark?.split('\n')).toEqual([
      'I did not understand “next zzyzx”.',
      expect.stringMatching(
        /^I could not fill in “until next friday” as the time\. This can be read in more than one way: \S+ or \S+\./,
      ),
      'What you typed is kept below, where you say why.',
    ]);
    expect(filled).toMatchObject({ timeText: '', justification: 'next zzyzx until next friday' });
  });

  it('is not said to be kept where why was said', async () => {
    const { remark } = await prefill('github until 2020-01-01 because it is over', 'request', []);
    expect(remark).toBe(
      'I could not fill in “until 2020-01-01” as the time. This time is over already. Please write a later one.',
    );
  });

  it('stands in its field as typed, "until revoked" too', async () => {
    expect((await prefill('github for 4h', 'request', [])).filled).toMatchObject({ timeText: '4h' });
    expect(await prefill('github permanent', 'request', [])).toMatchObject({
      remark: null,
      filled: { timeText: 'permanent', justification: '' },
    });
  });

  it('too many is not said to have been looked up', async () => {
    const { remark } = await prefill('github lamp for 4h for 2d', 'request', everyApp);
    expect(remark).toMatch(/could not look up “lamp”.*\n.*did not understand “for 2d”/);
  });
});

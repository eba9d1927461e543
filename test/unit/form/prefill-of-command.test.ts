import { describe, expect, it } from 'vitest';
import type { CatalogueEntitlement } from '../../../src/domain/catalogue/entitlement.ts';
import { readCommand } from '../../../src/domain/request/command-grammar.ts';
import { prefillOfCommand } from '../../../src/slack/form/prefill.ts';
import type { Reader } from '../../../src/slack/people/languages.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { everythingShown } from '../../../src/use-cases/ports/visibility-ports.ts';
import { catalogueOf } from '../../support/catalogue-of.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { entitlement } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';

const reader = { texts: textsFor('en'), language: 'en', timeZone: 'Europe/Berlin' } as const;
const germanReader = { texts: textsFor('de'), language: 'de', timeZone: 'Europe/Berlin' } as const;
async function prefillOf(
  text: string,
  entitlements: readonly CatalogueEntitlement[],
  mode: 'request' | 'emergency',
  by: Reader = reader,
  neverRead: readonly string[] = [],
) {
  const spoken = readCommand(text);
  if (spoken.kind !== 'ask') throw new Error(spoken.kind);
  const catalogue = await catalogueOf(entitlements, neverRead);
  return prefillOfCommand(
    { catalogue, world: new FakeWorld(), settings: testSettings(), visibility: everythingShown },
    spoken,
    { mode, askerId: 'U0BEN' },
    by,
  );
}

const named = (name: string, change: Partial<CatalogueEntitlement> = {}) =>
  entitlement({ id: name, name, alias: '', description: '', resourceName: '', ...change });

it('an emergency longer than those configured says so, and its time is not filled in', async () => {
  const deploy = [named('Platform: deploy', { emergencyGrantEnabled: true })];
  const { remark, ...filled } = await prefillOf('platform deploy for 8h', deploy, 'emergency');
  expect(filled).toMatchObject({ timeText: '', durationSeconds: undefined });
  expect(remark).toBe(
    'I did not fill in “8h”. At most 4 hours. Take a time that fits and ends, like “90m” or “3 days”.',
  );
  expect(await prefillOf('platform deploy for 8h', deploy, 'request')).toMatchObject({
    timeText: '8h',
  });
});

describe('a misspelt word after the command', () => {
  it.each([
    ['stauts', 'Did you mean “status”?'],
    ['lst:', 'Did you mean “list”?'],
  ])('%s is told with the word that is near', async (typed, words) => {
    expect((await prefillOf(typed, [named('Platform: read')], 'request')).remark).toContain(words);
  });

  it('is told in German', async () => {
    const { remark } = await prefillOf('hilfee', [], 'request', germanReader);
    expect(remark).toContain('Meintest du „hilfe“?');
  });

  it.each(['stauts report', 'prod'])('%s is no such word', async (typed) => {
    expect((await prefillOf(typed, [], 'request')).remark).not.toContain('Did you mean');
  });

  it('is what is wanted if the catalogue has it', async () => {
    expect((await prefillOf('lists', [named('Lists')], 'request')).remark).toBeNull();
  });
});

describe('an emergency of what cannot be had as one', () => {
  const deploy = named('Platform: deploy', { emergencyGrantEnabled: true });
  const both = [named('Platform: read'), deploy];

  it('is said by its name, and nothing else is taken for it', async () => {
    const { app, entitlements, candidates, remark, justification } = await prefillOf(
      'github read because x',
      both,
      'emergency',
    );
    expect([app?.name, entitlements, candidates]).toEqual(['GitHub', [], []]);
    expect(remark).toBe(
      '“GitHub · Platform: read” is not available as emergency access. Use /request-access.',
    );
    expect(justification).toBe('x');
    expect((await prefillOf('platform read', both, 'emergency')).entitlements).toEqual([]);
    expect((await prefillOf('platform read', both, 'emergency', germanReader)).remark).toContain(
      '„GitHub · Platform: read“ ist nicht als Notfall möglich. Verwende /request-access.',
    );
  });

  it('is said of an app that has nothing for emergencies', async () => {
    expect((await prefillOf('aws because x', both, 'emergency')).remark).toMatch(
      /^“AWS” is not available as emergency access/,
    );
  });

  it('is not shown for available emergencies, nonsense or ordinary requests', async () => {
    expect(await prefillOf('platform deploy', both, 'emergency')).toMatchObject({
      entitlements: [deploy],
      remark: null,
    });
    expect((await prefillOf('zzyzx because x', both, 'emergency')).remark).toBe(
      'I did not understand “zzyzx”.',
    );
    expect((await prefillOf('platform read', both, 'request')).remark).toBeNull();
  });
});

describe('a mistyped word for access that is not of low risk', () => {
  const owner = [named('Organisation owner', { riskLevel: 'risk-critical' })];

  it.each([
    [reader, 'I read “ownr” as “owner”. Pick below if that is what you mean.'],
    [germanReader, '„ownr“ habe ich als „owner“ gelesen. Wähle es unten aus'],
  ])('is told with what it was read as, and waits for a pick', async (by, words) => {
    const { remark, entitlements, candidates } = await prefillOf(
      'organisation ownr',
      owner,
      'request',
      by,
    );
    expect(remark).toContain(words);
    expect([entitlements, candidates?.length]).toEqual([[], 1]);
  });
});

describe('what was not understood', () => {
  it('is shown, but never used as the justification', async () => {
    const { remark, justification, app } = await prefillOf(
      'github zzyzx',
      [named('Platform: read')],
      'request',
    );
    expect([remark, justification, app?.name]).toEqual([
      'I did not understand “zzyzx”.',
      '',
      'GitHub',
    ]);
  });

  it.each([
    [reader, 'In what I have read so far, I cannot find “platform zzyzx”.'],
    [germanReader, 'In dem, was ich bisher gelesen habe, finde ich „platform zzyzx“ nicht.'],
  ])('may stand in a list that was not read yet', async (by, words) => {
    const unread = testSettings().apps.map(({ id }) => id);
    const { remark } = await prefillOf('github platform zzyzx', [], 'request', by, unread);
    expect(remark).toBe(words);
  });

  it('does not become “nothing is available” while the lists of emergencies are not read', async () => {
    const catalogue = { ...(await catalogueOf([])), apps: () => [] };
    const { remark } = await prefillOfCommand(
      { catalogue, world: new FakeWorld(), settings: testSettings(), visibility: everythingShown },
      { kind: 'ask', what: 'deploy', leftovers: [], because: null, time: null, target: null },
      { mode: 'emergency', askerId: 'U0BEN' },
      reader,
    );
    expect(remark).not.toContain('Nothing here is available as emergency access');
  });

  it('has beside it that a reason is longer than the form takes', async () => {
    const long = (length: number) =>
      prefillOf(`github because ${'x'.repeat(length)}`, [named('Platform: read')], 'request');
    expect((await long(3_000)).remark).toBeNull();
    expect((await long(3_001)).remark).toBe('Your reason is too long: its end is cut off.');
  });

  it('stands beside the best three of what may be meant', async () => {
    const many = Array.from({ length: 12 }, (_, at) => named(`Platform: ${at}`));
    const { candidates, entitlements, remark } = await prefillOf('platform zzyzx', many, 'request');
    expect([candidates?.length, entitlements]).toEqual([3, []]);
    expect(remark).toBe(
      '“platform zzyzx” can mean more than one thing. Pick below.\nI did not understand “zzyzx”.',
    );
  });
});

describe('a command in the other language than the person’s Slack', () => {
  const write = [named('Platform: write')];

  it.each([
    ['platform write für drei Tage weil Umzug', reader, 259_200, 'Umzug'],
    ['platform write fuer eine Woche wegen INC-3', reader, 604_800, 'INC-3'],
    ['platform write for two hours because INC-3', germanReader, 7_200, 'INC-3'],
  ] as const)(
    '%s picks the same app and the same time',
    async (text, by, durationSeconds, justification) => {
      const { remark, ...filled } = await prefillOf(text, write, 'request', by);
      expect([filled.app?.name, filled.entitlements]).toEqual(['GitHub', write]);
      expect(filled).toMatchObject({ durationSeconds, justification });
      expect(remark).toBeNull();
    },
  );

  it('reads an end as it was written', async () => {
    const { timeText, entitlements } = await prefillOf(
      'platform write bis Freitag 18 Uhr',
      write,
      'request',
    );
    expect([timeText, entitlements]).toEqual(['bis Freitag 18 Uhr', write]);
  });
});

describe('a time in a command', () => {
  it('is not announced as kept when a justification was given', async () => {
    const { remark } = await prefillOf('github until 2020-01-01 because it is over', [], 'request');
    expect(remark).toBe(
      'I did not fill in “until 2020-01-01”. Take a time that fits and ends, like “90m” or “3 days”.',
    );
  });

  it('is a length that can be a choice, or an end as typed', async () => {
    const length = { timeText: '4h', durationSeconds: 14_400 };
    expect(await prefillOf('github for 4h', [], 'request')).toMatchObject(length);
    const end = { timeText: 'until 23:00', durationSeconds: undefined };
    expect(await prefillOf('github until 23:00', [], 'request')).toMatchObject(end);
    expect(await prefillOf('github until revoked', [], 'request')).toMatchObject({
      remark: null,
      timeText: 'until revoked',
      durationSeconds: null,
      justification: '',
    });
  });

  it('is quoted completely when it is not understood, with an example to type', async () => {
    expect((await prefillOf('github for -3h', [], 'request')).remark).toBe(
      'I did not fill in “-3h”. Take a time that fits and ends, like “90m” or “3 days”.',
    );
  });
});

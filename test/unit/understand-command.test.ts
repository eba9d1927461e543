/** Long because every way to say something is a row of one table, on one small catalogue. */
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { RequestableApp } from '../../src/domain/access-settings.ts';
import { readCommand } from '../../src/domain/command-grammar.ts';
import { createEntitlementIndex } from '../../src/store/entitlement-index.ts';
import type { SearchableCatalogue } from '../../src/use-cases/emergency-catalogue.ts';
import { isInCatalogue, type UnderstoodCommand, understandCommand } from '../../src/use-cases/understand-command.ts';
import { entitlement } from '../support/samples.ts';

const app = (id: string, name: string): RequestableApp => ({
  id,
  name,
  channel: null,
  resources: [],
  durationsSeconds: [3_600],
  fields: [],
});
const apps = [app('app-github', 'GitHub'), app('app-lantern', 'Lantern'), app('app-harbour', 'Harbour Master')];
const named = (appId: string, ...names: readonly string[]) =>
  names.map((name) =>
    entitlement({ appId, id: `${appId}/${name}`, name, alias: '', description: '', resourceName: '' }),
  );

const index = createEntitlementIndex();
beforeAll(async () => {
  await index.replace(
    'app-github',
    'GitHub',
    named('app-github', 'Platform: read', 'Platform: write', 'Billing: write', 'admin'),
  );
  await index.replace(
    'app-lantern',
    'Lantern',
    named('app-lantern', 'admin', 'Lamp keeper', 'Watch', 'Watch at night'),
  );
  await index.replace('app-harbour', 'Harbour Master', named('app-harbour', 'Berths', 'Pilot'));
});

const catalogue: SearchableCatalogue = {
  apps: (typed) => apps.filter((one) => one.name.toLowerCase().includes(typed.toLowerCase())),
  find: (typed, limit) => index.find(typed, limit),
  entitlements: (appId, typed, limit) => index.search(appId, typed, limit),
};

const context = { now: new Date('2026-11-16T10:00:00Z'), timeZone: 'Europe/Berlin', language: 'en' } as const;

function understand(text: string): UnderstoodCommand {
  const spoken = readCommand(text);
  if (spoken.kind !== 'ask') throw new Error(spoken.kind);
  return understandCommand({ catalogue }, spoken, context);
}

const found = (text: string) => {
  const { app: itsApp, entitlement: one, candidates, notUnderstood } = understand(text);
  return [itsApp?.name ?? null, one?.name ?? null, candidates.map((each) => each.id), notUnderstood];
};

describe('what the words mean in the catalogue', () => {
  it.each([
    ['', [null, null, [], []]],
    ['github', ['GitHub', null, [], []]],
    ['harbour', ['Harbour Master', null, [], []]],
    ['github admin', ['GitHub', 'admin', [], []]],
    ['admin github', ['GitHub', 'admin', [], []]],
    ['platform write', ['GitHub', 'Platform: write', [], []]],
    ['Platform: write', ['GitHub', 'Platform: write', [], []]],
    ['lamp keepr', ['Lantern', 'Lamp keeper', [], []]],
    ['githb admin', ['GitHub', 'admin', [], []]],
    ['platform wirte', ['GitHub', 'Platform: write', [], []]],
    ['githb', ['GitHub', null, [], []]],
    ['watch', ['Lantern', 'Watch', [], []]],
    ['watch night', ['Lantern', 'Watch at night', [], []]],
  ])('%s', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['admin', [null, null, ['app-github/admin', 'app-lantern/admin'], []]],
    ['github write', ['GitHub', null, ['app-github/Platform: write', 'app-github/Billing: write'], []]],
  ])('%s: of two equally good matches neither is taken', (text, expected) => {
    const [itsApp, one, candidates, rest] = found(text);
    expect([itsApp, one, new Set(candidates), rest]).toEqual([
      expected[0],
      expected[1],
      new Set(expected[2]),
      expected[3],
    ]);
  });

  it.each([
    ['github admin xyzzy', ['GitHub', 'admin', [], ['xyzzy']]],
    ['please github admin', ['GitHub', 'admin', [], ['please']]],
    ['github xyzzy', ['GitHub', null, [], ['xyzzy']]],
    ['xyzzy', [null, null, [], ['xyzzy']]],
    ['app for xyzzy', [null, null, [], ['app for xyzzy']]],
  ])('%s: words that match nothing are told back', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('a typo', () => {
  beforeAll(async () => {
    const described = (name: string, description: string, alias = '') =>
      named('app-lantern', name).map((one) => ({ ...one, description, alias }));
    await index.replace('app-lantern', 'Lantern', [
      ...named('app-lantern', 'admin', 'Lamp keeper', 'Watch', 'Watch at night', 'Test rig'),
      ...described('Night desk', 'Whoever stays at the harbourside', 'fogsignal'),
    ]);
  });

  it.each([
    ['staus', [null, null, [], ['staus']]],
    ['harboursife', [null, null, [], ['harboursife']]],
    ['fogsignl', [null, null, [], ['fogsignl']]],
    ['lantern staus', ['Lantern', null, [], ['staus']]],
  ])('%s is not taken for a word of a description or an alias', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['tess', [null, null, [], ['tess']]],
    ['lanp', [null, null, [], ['lanp']]],
    ['tess rig', ['Lantern', 'Test rig', [], ['tess']]],
    ['github raed', ['GitHub', null, [], ['raed']]],
  ])('%s is too short to be another word', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each([
    ['stays', ['Lantern', 'Night desk', [], []]],
    ['fogsig', ['Lantern', 'Night desk', [], []]],
    ['watch nihgt', ['Lantern', 'Watch at night', [], []]],
    ['lanten night desk', ['Lantern', 'Night desk', [], []]],
  ])('%s is what is there, or a name but for a typo', (text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it('of another name is that name: gitlab is not GitHub', () => {
    expect(found('gitlab')).toEqual([null, null, [], ['gitlab']]);
  });
});

describe('a word that may be a subcommand with a typo', () => {
  it('is one of the catalogue only as it is typed there, whole or begun', async () => {
    const board = named('app-harbour', 'Berths', 'Status board').map((one) => ({ ...one, description: 'For pilots' }));
    await index.replace('app-harbour', 'Harbour Master', board);
    const words = ['staus', 'statsu', 'hepl', 'gthub', 'status', 'statu', 'pilots', 'harbou', 'mast', 'Berths'];
    expect(words.filter((word) => isInCatalogue(catalogue, word))).toEqual(words.slice(4));
    await index.replace('app-harbour', 'Harbour Master', named('app-harbour', 'Berths', 'Pilot'));
  });
});

describe('how long, for whom and why', () => {
  it('reads the time in the zone of the person', () => {
    expect(understand('github for 4h').durationSeconds).toBe(14_400);
    expect(understand('github until friday 18:00').durationSeconds).toBe(370_800);
  });

  it('a time that is refused is told back', () => {
    expect(understand('github until 3/4/2027 for <@U1|ana>')).toMatchObject({
      durationSeconds: undefined,
      timeText: '',
      timeRefusal: { kind: 'ambiguous' },
      target: 'U1',
      notUnderstood: ['until 3/4/2027'],
    });
  });

  it.each([
    ['github until revoked', 'until revoked'],
    ['github admin bis auf Widerruf', 'bis auf Widerruf'],
    ['github admin for permanent because it is ours', 'permanent'],
    ['github admin permanent', 'permanent'],
    ['github admin for ever', 'for ever'],
  ])('%s has no end', (text, timeText) => {
    expect(understand(text)).toMatchObject({ durationSeconds: null, timeText, timeRefusal: null, notUnderstood: [] });
  });

  it('"permanent" beside something else that is not found, or beside a time, is told back', () => {
    expect(understand('github permanent xyzzy')).toMatchObject({
      durationSeconds: undefined,
      notUnderstood: ['permanent xyzzy'],
    });
    expect(understand('github permanent for 4h')).toMatchObject({
      durationSeconds: 14_400,
      notUnderstood: ['permanent'],
    });
  });

  it('"for permanent staff" is no time', () => {
    expect(understand('github for permanent staff')).toMatchObject({
      durationSeconds: undefined,
      notUnderstood: ['for permanent staff'],
    });
  });

  it('a permanent thing of the catalogue is what is wanted', async () => {
    await index.replace('app-harbour', 'Harbour Master', named('app-harbour', 'Berths', 'Pilot', 'Permanent berth'));
    expect(understand('harbour permanent')).toMatchObject({
      entitlement: { name: 'Permanent berth' },
      durationSeconds: undefined,
    });
  });

  it('the reason stays to the letter, and what was not understood stands beside it', () => {
    expect(understand('github xyzzy 4h for 2d because  it is\n down')).toMatchObject({
      durationSeconds: 14_400,
      justification: 'it is\n down',
      notUnderstood: ['xyzzy', 'for 2d'],
    });
  });

  it('without a reason, what was not understood is the justification', () => {
    expect(understand('github xyzzy for 4h until friday').justification).toBe('xyzzy until friday');
    expect(understand('github').justification).toBe('');
  });
});

describe('any command', () => {
  it('loses no word: each is found in the catalogue or told back', () => {
    const words = fc.constantFrom(
      'github',
      'admin',
      'xyzzy',
      'quux',
      'platform',
      'please',
      'lamp',
      'for',
      '4h',
      '-',
      'kraken',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 20 }), (typed) => {
        const { notUnderstood, justification } = understand(['ask', ...typed].join(' '));
        const strange: readonly string[] = typed.filter((word) => ['xyzzy', 'quux', 'kraken'].includes(word));
        const told = notUnderstood.join(' ').split(' ');
        expect(told.filter((word) => strange.includes(word)).toSorted()).toEqual(strange.toSorted());
        expect(justification).toBe(notUnderstood.join(' '));
      }),
    );
  });

  it('does not throw, however long', () => {
    expect(understand('xyzzy '.repeat(8_000)).notUnderstood.join(' ')).toHaveLength(8_000 * 6 - 1);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(understand(`ask ${text}`).candidates.length).toBeLessThanOrEqual(5);
      }),
    );
  });
});

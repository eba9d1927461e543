import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CatalogueEntitlement } from '../../../src/domain/catalogue/entitlement.ts';
import { createEntitlementIndex } from '../../../src/store/catalogue/entitlement-index.ts';
import { processorMs } from '../../support/processor-time.ts';
import { entitlement } from '../../support/samples.ts';
import { anyText } from '../../support/slack-limits.ts';

const blank = { alias: '', description: '', resourceName: '' };
const named = (name: string, change: Partial<CatalogueEntitlement> = {}) =>
  entitlement({ ...blank, id: name, name, ...change });

async function indexed(...entitlements: readonly CatalogueEntitlement[]) {
  const index = createEntitlementIndex();
  await index.replace('app-github', 'GitHub', entitlements);
  return (typed: string, limit = 100) =>
    index.search('app-github', typed, limit).map((one) => one.name);
}

describe('the search in an app', () => {
  const names = [
    'Platform: write',
    'Platform: read',
    'Billing: write',
    'Überfahrt',
    'Zebra 12',
    'Zebra 2',
    'Københavns Straße',
  ];

  it.each([
    ['words in any order', 'write platform', ['Platform: write']],
    ['words begun', 'pla wri', ['Platform: write']],
    ['without case', 'PLATFORM READ', ['Platform: read']],
    ['without accents', 'uberfahrt', ['Überfahrt']],
    ['with accents typed apart', 'U\u0308ber', ['Überfahrt']],
    ['letters that have no accent to leave out', 'koben', ['Københavns Straße']],
    ['the two letters that one stands for', 'STRASSE kobenhavns', ['Københavns Straße']],
    ['a letter missing', 'platfrm read', ['Platform: read']],
    ['a letter too many', 'plattform read', ['Platform: read']],
    ['another letter', 'plotform read', ['Platform: read']],
    ['two letters changed over', 'paltform read', ['Platform: read']],
    ['two typos', 'plotfarm read', []],
    ['a typo in a short word', 'zebra 13', []],
    ['only what has all the words', 'billing read', []],
  ])('finds by %s', async (_how, typed, found) => {
    const search = await indexed(...names.map((name) => named(name)));
    expect(search(typed)).toEqual(found);
  });

  it('shows everything by name, with numbers in numeric order, when nothing is typed', async () => {
    const search = await indexed(...names.map((name) => named(name)));
    expect(search(' ')).toEqual([
      'Billing: write',
      'Københavns Straße',
      'Platform: read',
      'Platform: write',
      'Überfahrt',
      'Zebra 2',
      'Zebra 12',
    ]);
    expect(search('', 2)).toEqual(['Billing: write', 'Københavns Straße']);
    expect(search('zebra', 1)).toHaveLength(1);
  });

  it('counts the name more than the alias and the resource, these more than the description', async () => {
    const search = await indexed(
      named('a', { description: 'harbour' }),
      named('b', { alias: 'harbour' }),
      named('c', { resourceName: 'harbour' }),
      named('harbour d'),
    );
    expect(search('harbour')).toEqual(['harbour d', 'b', 'c', 'a']);
  });

  it('has whole names first, and whole words before begun ones', async () => {
    const search = await indexed(
      named('admin of everything'),
      named('administrator'),
      named('admin'),
      named('x admin'),
    );
    expect(search('admin')).toEqual(['admin', 'admin of everything', 'x admin', 'administrator']);
  });

  it('tolerates typos only when nothing matches exactly', async () => {
    const search = await indexed(named('write'), named('white'));
    expect(search('write')).toEqual(['write']);
    expect(search('wrtte')).toEqual(['write']);
  });

  it.each([
    ['a letter missing', 'mantai'],
    ['a letter too many', 'mainntai'],
    ['another letter', 'maimtai'],
    ['two letters changed over', 'maitnai'],
    ['a word before that has a typo as well', 'platfrom mantai'],
  ])('finds by the beginning of the word that is being typed, with %s', async (_how, typed) => {
    const search = await indexed(
      named('Platform: maintainer'),
      named('Mantle: read'),
      named('Platform: read'),
    );
    expect(search(typed)).toEqual(['Platform: maintainer']);
  });

  it.each([
    ['the first letter wrong', 'naintai'],
    ['two typos', 'mnatia'],
    ['a word with digits', 'mainteiner2'],
  ])('does not, with %s', async (_how, typed) => {
    const search = await indexed(named('Platform: maintainer'), named('Platform: maintainer2'));
    expect(search(typed)).toEqual([]);
  });

  it('takes a whole word with a typo for what is meant rather than the beginning of another', async () => {
    const search = await indexed(named('readers of the ledger'), named('raider'));
    expect(search('readr')).toEqual(['readers of the ledger']);
    expect(search('raidr')).toEqual(['raider']);
  });

  it('compares only the beginning of an overlong word, and does not stall', async () => {
    const search = await indexed(named('w'.repeat(20_000)), named('v'));
    for (const typed of ['w'.repeat(20_000), 'w '.repeat(20_000)]) {
      expect(search(typed)).toHaveLength(1);
      expect(processorMs(() => search(typed))).toBeLessThan(2_000);
    }
  });

  it('ranks whole names first when words name the app, then partial matches, then the others', async () => {
    const search = await indexed(
      named('Admin of hooks'),
      named('GitHub admin'),
      named('Hub reader'),
      named('Reader'),
    );
    expect(search('gi')).toEqual(['GitHub admin', 'Admin of hooks', 'Hub reader', 'Reader']);
    expect(search('github admin')).toEqual(['GitHub admin', 'Admin of hooks']);
    expect(search('reader GitHub')).toEqual(['Reader', 'Hub reader']);
    expect(search('github amdin')).toEqual(['GitHub admin', 'Admin of hooks']);
    expect(search('github writer')).toEqual([]);
    expect(search('hub')).toEqual(['Hub reader']);
  });

  it('finds without a little word what has the others, but nothing by a little word alone', async () => {
    const search = await indexed(
      named('Keeper', { description: 'of the lamp' }),
      named('Incidents'),
    );
    expect(search('keeper of the lamp')).toEqual(['Keeper']);
    expect(search('in')).toEqual(['Incidents']);
    expect(search('the')).toEqual([]);
  });

  it('never throws, and finds everything by its exact name', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyText, { maxLength: 8 }), anyText, async (texts, typed) => {
        const all = texts.map((text, at) => named(text, { id: `ent-${at}` }));
        const search = await indexed(...all);
        expect(search(typed).length).toBeLessThanOrEqual(all.length);
        for (const one of all) expect(search(one.name)).toContain(one.name);
      }),
      { numRuns: 50 },
    );
  });
});

describe('the index', () => {
  it('serves the list before until the new one is ready, and the newest in the end', async () => {
    const index = createEntitlementIndex();
    const names = () => index.search('app-github', '', 9).map((one) => one.name);
    await index.replace('app-github', 'GitHub', [named('old')]);
    const first = index.replace('app-github', 'GitHub', [named('newer'), named('and more')]);
    const second = index.replace('app-github', 'GitHub', [named('newest')]);
    expect(names()).toEqual(['old']);
    await Promise.all([first, second]);
    expect(names()).toEqual(['newest']);
  });

  it('ends with the newest one when it is requested twice while it is built', async () => {
    const index = createEntitlementIndex();
    await index.replace('app-github', 'GitHub', [named('old')]);
    await Promise.all([1, 2].map(() => index.replace('app-github', 'GitHub', [named('new')])));
    expect(index.search('app-github', '', 9).map((one) => one.name)).toEqual(['new']);
  });

  it('shows the requested number of many entries with one name', async () => {
    const index = createEntitlementIndex();
    const members = Array.from({ length: 20_000 }, (_, at) => named('Member', { id: `ent-${at}` }));
    await index.replace('app-github', 'GitHub', members);
    expect(index.search('app-github', 'member', 100)).toHaveLength(100);
  });

  it('takes over other new fields when the texts are the same', async () => {
    const index = createEntitlementIndex();
    await index.replace('app-github', 'GitHub', [named('admin')]);
    await index.replace('app-github', 'GitHub', [
      named('admin', { longestSeconds: 60, emergencyGrantEnabled: true }),
    ]);
    expect(index.search('app-github', 'admin', 1)).toMatchObject([
      { longestSeconds: 60, emergencyGrantEnabled: true },
    ]);
  });

  it('lets everything else go on while it is made', async () => {
    const index = createEntitlementIndex();
    let turns = 0;
    const counting = setInterval(() => {
      turns += 1;
    }, 0);
    const many = Array.from({ length: 20_000 }, (_, at) => named(`harbour ${at} of ${at % 97}`));
    await index.replace('app-github', 'GitHub', many);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(10);
    expect(index.search('app-github', 'harbour 19999', 1).map((one) => one.name)).toEqual([
      'harbour 19999 of 17',
    ]);
  });
});

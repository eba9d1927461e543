import { describe, expect, it } from 'vitest';
import { createEntitlementIndex } from '../../src/store/entitlement-index.ts';
import { entitlement } from '../support/samples.ts';

const named = (name: string) => entitlement({ id: name, name, alias: '', description: '', resourceName: '' });

async function indexed(...names: readonly string[]) {
  const index = createEntitlementIndex();
  await index.replace(
    'app-github',
    'GitHub',
    names.map((name) => named(name)),
  );
  return (typed: string) => index.search('app-github', typed, 100).map((one) => one.name);
}

describe('words that name the app', () => {
  const names = ['Admin of hooks', 'GitHub admin', 'Hub reader', 'Reader'];

  it.each([
    ['find everything where they stand alone', 'github', ['GitHub admin', 'Admin of hooks', 'Hub reader', 'Reader']],
    ['find everything where they are begun', 'gi', ['GitHub admin', 'Admin of hooks', 'Hub reader', 'Reader']],
    ['find what has the others, after what has them all', 'github admin', ['GitHub admin', 'Admin of hooks']],
    ['need not come first', 'reader GitHub', ['Hub reader', 'Reader']],
    ['leave the others their typo', 'github raeder', ['Hub reader', 'Reader']],
    ['leave the others their beginning with a typo', 'github amdin', ['GitHub admin', 'Admin of hooks']],
    ['do not find what lacks the others', 'github writer', []],
    ['count from their beginning only', 'hub', ['Hub reader']],
  ])('%s', async (_what, typed, found) => {
    const search = await indexed(...names);
    expect(search(typed)).toEqual(found);
  });

  it('are as many as the app’s name has, and what has more of them comes first', async () => {
    const index = createEntitlementIndex();
    const list = ['Berths', 'Master of berths', 'Master of the harbour: berths', 'Pilots'];
    await index.replace(
      'app-github',
      'Harbour Master',
      list.map((name) => named(name)),
    );
    const search = (typed: string, limit = 9) => index.search('app-github', typed, limit).map((one) => one.name);
    expect(search('harbour master berths')).toEqual(['Master of the harbour: berths', 'Master of berths', 'Berths']);
    expect(search('harbour master berths', 1)).toEqual(['Master of the harbour: berths']);
    expect(search('harbour master')).toHaveLength(4);
  });

  it('do not bring back what is not wanted', async () => {
    const index = createEntitlementIndex();
    await index.replace(
      'app-github',
      'GitHub',
      names.map((name) => named(name)),
    );
    const found = index.search('app-github', 'github', 9, (one) => one.name !== 'Reader');
    expect(found.map((one) => one.name)).toEqual(['GitHub admin', 'Admin of hooks', 'Hub reader']);
  });

  it('leave no trace in the next search', async () => {
    const search = await indexed(...names);
    search('reader');
    search('github reader');
    expect(search('github')).toEqual(['GitHub admin', 'Admin of hooks', 'Hub reader', 'Reader']);
    expect(search('reader')).toEqual(['Reader', 'Hub reader']);
  });
});

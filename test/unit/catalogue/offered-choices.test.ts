import { describe, expect, it } from 'vitest';
import type { CatalogueEntitlement } from '../../../src/domain/catalogue/entitlement.ts';
import type { EntitlementKey } from '../../../src/domain/request/access-request.ts';
import { emergencyCatalogue } from '../../../src/use-cases/catalogue/catalogue.ts';
import {
  appChoices,
  type ChoicesDeps,
  entitlementChoices,
} from '../../../src/use-cases/catalogue/visible-catalogue.ts';
import { catalogueOf } from '../../support/catalogue-of.ts';
import { FakeWorld } from '../../support/fakes.ts';
import { entitlement } from '../../support/samples.ts';

const git = (id: string, change: Partial<CatalogueEntitlement> = {}) =>
  entitlement({ id, name: id, ...change });
const usualGit = (...ids: readonly string[]) =>
  ids.map((entitlementId) => ({ appId: 'app-github', entitlementId }));

/** Where `usual` is an error the store fails. */
function askingFor(usual: readonly EntitlementKey[] | Error) {
  const world = new FakeWorld();
  const asked: Parameters<ChoicesDeps['usual']>[0][] = [];
  const deps: ChoicesDeps = {
    world,
    async usual(question) {
      asked.push(question);
      if (usual instanceof Error) throw usual;
      return usual;
    },
  };
  return { deps, world, asked };
}

const nothingTyped = { typed: ' ', slackUserId: 'U0BEN', limit: 4 };

describe('the entitlements that are offered', () => {
  const some = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => git(id));

  it('begin with the usual ones while nothing is typed, then go on by name, each once', async () => {
    const catalogue = await catalogueOf(some);
    const { deps, asked } = askingFor(usualGit('e', 'b', 'e'));
    const found = await entitlementChoices(deps, catalogue, 'app-github', nothingTyped);
    expect(found.map((one) => one.id)).toEqual(['e', 'b', 'a', 'c']);
    expect(asked).toEqual([
      {
        slackUserId: 'U0BEN',
        appId: 'app-github',
        since: new Date('2025-12-02T12:00:00.000Z'),
        limit: 500,
      },
    ]);
  });

  it('are those that have the typed words, the usual ones first', async () => {
    const { deps } = askingFor(usualGit('admin of hooks', 'e'));
    const catalogue = await catalogueOf([git('admin'), git('admin of hooks'), git('e')]);
    const found = await entitlementChoices(deps, catalogue, 'app-github', {
      ...nothingTyped,
      typed: 'admin',
    });
    expect(found.map((one) => one.id)).toEqual(['admin of hooks', 'admin']);
  });

  it('are no more than fit, and none that is gone', async () => {
    const catalogue = await catalogueOf(some);
    const many = askingFor(usualGit('gone', 'f', 'e', 'd', 'c', 'b'));
    const found = await entitlementChoices(many.deps, catalogue, 'app-github', nothingTyped);
    expect(found.map((one) => one.id)).toEqual(['f', 'e', 'd', 'c']);
  });

  it('are, in an emergency, only those that can be had as one', async () => {
    const emergency = { emergencyGrantEnabled: true };
    const catalogue = emergencyCatalogue(
      await catalogueOf([...some, git('x', emergency), git('y', emergency)]),
    );
    const { deps } = askingFor(usualGit('e', 'y'));
    const found = await entitlementChoices(deps, catalogue, 'app-github', nothingTyped);
    expect(found.map((one) => one.id)).toEqual(['y', 'x']);
  });

  it('of apps are, in an emergency, those that have such a thing, and those that nobody could read yet', async () => {
    const { deps } = askingFor([]);
    const names = async (...neverRead: readonly string[]) => {
      const catalogue = emergencyCatalogue(await catalogueOf(some, neverRead));
      return (await appChoices(deps, catalogue, nothingTyped)).map((one) => one.id);
    };
    expect(await names()).toEqual([]);
    expect(await names('app-aws')).toEqual(['app-aws']);
    expect(await names('app-aws', 'app-github')).toEqual(['app-aws', 'app-github']);
  });

  const rare = git('zzz', { name: 'zzz access of plattform', emergencyGrantEnabled: true });
  const crowd = Array.from({ length: 3_000 }, (_, at) => git(`a ${at} platform`));
  const idsOf = (found: readonly { readonly id: string }[]) => found.map((one) => one.id);

  it.each([
    ['nothing', ''],
    ['a word that all have', 'a'],
    ['a word with a typo, though it is another’s word', 'platform'],
  ])(
    'are, in an emergency, found among any number of others by who typed %s',
    async (_how, typed) => {
      const catalogue = emergencyCatalogue(await catalogueOf([...crowd, rare]));
      expect(idsOf(catalogue.entitlements('app-github', typed, 4))).toEqual(['zzz']);
    },
  );

  it('come by name when the store fails', async () => {
    const { deps, world } = askingFor(new Error('database down'));
    const found = await entitlementChoices(
      deps,
      await catalogueOf(some),
      'app-github',
      nothingTyped,
    );
    expect(found.map((one) => one.id)).toEqual(['a', 'b', 'c', 'd']);
    const what = 'what is asked for usually is not known; the list is by name';
    expect(world.lines).toMatchObject([{ level: 'warn', what }]);
  });
});

describe('the apps that are offered', () => {
  it('begin with the usual ones while nothing is typed, then go on by name', async () => {
    const catalogue = await catalogueOf([]);
    const usual = [{ appId: 'app-gone', entitlementId: 'a' }, ...usualGit('a', 'b')];
    expect(
      (await appChoices(askingFor(usual).deps, catalogue, nothingTyped)).map((one) => one.name),
    ).toEqual(['GitHub', 'AWS']);
    expect(
      (await appChoices(askingFor([]).deps, catalogue, nothingTyped)).map((one) => one.name),
    ).toEqual(['AWS', 'GitHub']);
  });

  it('are those that have the typed words, the usual ones first', async () => {
    const { deps } = askingFor(usualGit('a'));
    const found = await appChoices(deps, await catalogueOf([]), { ...nothingTyped, typed: 'aws' });
    expect(found.map((one) => one.id)).toEqual(['app-aws']);
  });
});

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { readCommand } from '../../../src/domain/request/command-grammar.ts';
import type { RequestableApp } from '../../../src/domain/settings/access-settings.ts';
import { foldedWords, littleWords } from '../../../src/domain/text/folded-text.ts';
import { createEntitlementIndex } from '../../../src/store/catalogue/entitlement-index.ts';
import type { Catalogue } from '../../../src/use-cases/catalogue/catalogue.ts';
import { understandCommand } from '../../../src/use-cases/catalogue/understand-command.ts';
import { allTexts } from '../../support/languages.ts';
import { entitlement } from '../../support/samples.ts';
import { sandboxCatalogue } from '../../support/sandbox-catalogue.ts';
import { anyCharacter } from '../../support/slack-limits.ts';

type SearchableCatalogue = Pick<Catalogue, 'apps' | 'entitlements'>;

/** App, entitlement, suggestions and what nothing says. */
async function found(catalogue: SearchableCatalogue, text: string) {
  const { app, entitlement: one, suggestions, notFound } = await understandCommand(catalogue, text);
  return [app?.name ?? null, one?.name ?? null, suggestions.map((each) => each.name), notFound];
}

describe('a command in the sandbox’s company', () => {
  let company: SearchableCatalogue;
  beforeAll(async () => {
    company = await sandboxCatalogue();
  });

  it.each([
    ['gihtub platform writ', 'GitHub', 'Platform: write'],
    ['gihtub platfrom read', 'GitHub', 'Platform: read'],
    ['platform schreiben', 'GitHub', 'Platform: write'],
    ['platform lesen', 'GitHub', 'Platform: read'],
    ['timetables lesen', 'GitHub', 'timetables: read'],
    ['platform write', 'GitHub', 'Platform: write'],
    ['deploy', 'GitHub', 'Platform: deploy to production'],
    ['access to the vpn please', 'Lantern ID', 'VPN'],
    ['ich möchte bitte VPN haben', 'Lantern ID', 'VPN'],
    ['gib mir Zugriff auf platform write', 'GitHub', 'Platform: write'],
    ['mfa-reset', 'Lantern ID', 'Reset other people’s sign-in factors'],
    ['passenger names and addresses', 'Snowflake', 'Passenger names and addresses'],
    ['lamp-controller write', 'GitHub', 'lamp-controller: write'],
    ['foghorn silence the horn', 'Foghorn Control', 'Silence the horn 🔇'],
    ['reset other people', 'Lantern ID', 'Reset other people’s sign-in factors'],
  ])('%s means %s: %s', async (text, app, name) => {
    expect((await found(company, text)).slice(0, 2)).toEqual([app, name]);
  });

  it.each(allTexts)('the example of the help in %s is unambiguous', async (_language, { help }) => {
    const example = /`\/request-access (.+?)`/.exec(help.inOneLine)?.[1] ?? '';
    const command = readCommand(example);
    expect(command).toMatchObject({ kind: 'ask', time: '4h', leftovers: [] });
    const what = command.kind === 'ask' ? command.what : '';
    expect(await found(company, what)).toEqual(['GitHub', 'Platform: write', [], '']);
  });

  it.each([
    [
      'snowflake and github read',
      null,
      ['Platform: read', 'lamp-controller: read', 'timetables: read'],
      '',
    ],
    ['lantern in', 'Lantern ID', [], ''],
    ['github admin', 'GitHub', ['Platform: admin', 'lamp-controller: admin'], ''],
    ['github', 'GitHub', [], ''],
    ['vpn and billing', null, ['VPN', 'Billing'], ''],
    ['production and billing', 'AWS', ['Billing'], ''],
    ['and', null, [], 'and'],
    ['in the', null, [], 'in the'],
    ['github zzyzx', 'GitHub', [], 'zzyzx'],
    ['zzyzx', null, [], 'zzyzx'],
    ['platform write zzyzx', 'GitHub', ['Platform: write'], 'zzyzx'],
    ['unmasked personal data', null, [], 'unmasked personal data'],
    ['', null, [], ''],
  ])('%s preselects nothing', async (text, app, suggestions, notFound) => {
    const [itsApp, one, offered, strange] = await found(company, text);
    expect([itsApp, one, strange]).toEqual([app, null, notFound]);
    expect(offered).toHaveLength(suggestions.length);
    expect(offered).toEqual(expect.arrayContaining(suggestions));
  });

  it('offers three at most, and first what gives the least', async () => {
    const { suggestions } = await understandCommand(company, 'platform');
    expect(suggestions.map((one) => one.name).slice(0, 2)).toEqual([
      'Platform: read',
      'Platform: write',
    ]);
    expect(suggestions).toHaveLength(3);
  });

  it.each([
    ['github organisation ownr', 'Organisation owner', { typed: 'ownr', readAs: 'owner' }],
    ['platfrom write', 'Platform: write', { typed: 'platfrom', readAs: 'platform' }],
  ])('does not preselect from the typo in %s, unless the risk is low', async (text, name, read) => {
    const { entitlement: one, suggestions, corrections } = await understandCommand(company, text);
    expect(one).toBeNull();
    expect(suggestions.map((each) => each.name)).toEqual([name]);
    expect(corrections).toEqual([read]);
  });

  it('offers nothing of other apps where an app was named in full', async () => {
    expect(await found(company, 'crew list read')).toEqual(['Crew List', null, [], 'read']);
  });

  it('never preselects what does not account for every telling word', async () => {
    const words = fc.constantFrom(
      ...'github gihtub lantern snowflake aws platform platfrom write writ read admin in and the to vpn billing lamp production zzyzx harbour 1'.split(
        ' ',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 6 }), async (typed) => {
        const { app, entitlement: one } = await understandCommand(company, typed.join(' '));
        if (one === null) return;
        const own = foldedWords(`${one.name} ${one.alias} ${one.resourceName} ${app?.name ?? ''}`);
        const mistyped = new Map([
          ['gihtub', 'github'],
          ['platfrom', 'platform'],
        ]);
        for (const word of typed.filter((each) => !littleWords.has(each))) {
          expect(own.some((each) => each.startsWith(mistyped.get(word) ?? word))).toBe(true);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('never throws, and tells back all that nothing says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter }), async (text) => {
        const { suggestions } = await understandCommand(company, `zzyzx ${text}`);
        expect(suggestions.length).toBeLessThanOrEqual(3);
      }),
    );
    const notFoundOf = async (text: string) => (await understandCommand(company, text)).notFound;
    expect(await notFoundOf('zzyzx '.repeat(8_000).trim())).toHaveLength(8_000 * 6 - 1);
    expect(await notFoundOf(`github ${'w'.repeat(10_000)}`)).toHaveLength(10_000);
  });
});

const app = (id: string, name: string): RequestableApp => ({
  id,
  name,
  channel: null,
  tasks: 'bot',
  resources: [],
  durationsSeconds: [3_600],
  fields: [],
  confidential: false,
  reminders: null,
  escalation: null,
  webhook: null,
});

async function catalogueOf(
  names: Readonly<Record<string, readonly string[]>>,
): Promise<SearchableCatalogue> {
  const index = createEntitlementIndex();
  const apps = Object.keys(names).map((name) => app(name, name));
  for (const [appId, all] of Object.entries(names)) {
    const list = all.map((name) =>
      entitlement({ appId, id: name, name, alias: '', description: '', resourceName: '' }),
    );
    await index.replace(appId, appId, list);
  }
  return {
    apps: () => apps,
    entitlements: (...asked) => index.search(...asked),
  };
}

describe('of what a command may mean', () => {
  it('exact beats prefix beats one typo, and a whole name beats a longer one', async () => {
    const catalogue = await catalogueOf({
      Lantern: ['Reader', 'Read', 'Raeder', 'Watch', 'Watch at night'],
    });
    expect(await found(catalogue, 'read')).toEqual(['Lantern', 'Read', [], '']);
    expect(await found(catalogue, 'reade')).toEqual(['Lantern', 'Reader', [], '']);
    expect(await found(catalogue, 'raeder')).toEqual(['Lantern', 'Raeder', [], '']);
    expect(await found(catalogue, 'watch')).toEqual(['Lantern', 'Watch', [], '']);
    expect(await found(catalogue, 'watch night')).toEqual(['Lantern', 'Watch at night', [], '']);
  });

  it('one in two apps is neither', async () => {
    const catalogue = await catalogueOf({ Lantern: ['Admin'], Harbour: ['Admin'] });
    expect(await found(catalogue, 'admin')).toEqual([null, null, ['Admin', 'Admin'], '']);
    expect(await found(catalogue, 'harbour admin')).toEqual(['Harbour', 'Admin', [], '']);
  });

  it('among more than are compared none is taken by its beginning', async () => {
    const many = Array.from({ length: 400 }, (_, at) => `Berth ${at}`);
    const catalogue = await catalogueOf({ Harbour: [...many, 'Berth'] });
    expect(await found(catalogue, 'berth')).toEqual(['Harbour', 'Berth', [], '']);
    expect((await found(catalogue, 'bert'))[1]).toBeNull();
    expect(await found(catalogue, 'berth 399')).toEqual(['Harbour', 'Berth 399', [], '']);
  });

  it.each(['gitlab', 'tess', 'githbu2', 'itghub'])(
    '%s is no typo of GitHub or test',
    async (word) => {
      const catalogue = await catalogueOf({ GitHub: ['test'] });
      expect(await found(catalogue, word)).toEqual([null, null, [], word]);
    },
  );
});

import { beforeAll, describe, expect, it } from 'vitest';
import { type RequestField, readAnswers } from '../../../src/domain/form/request-answers.ts';
import { createEntitlementIndex } from '../../../src/store/catalogue/entitlement-index.ts';
import type { OfferedCatalogue } from '../../../src/use-cases/catalogue/catalogue.ts';
import { understandCommand } from '../../../src/use-cases/catalogue/understand-command.ts';
import { blocksOf } from '../../support/processor-time.ts';
import { github } from '../../support/request-forms.ts';
import { entitlement, noon } from '../../support/samples.ts';

const places = 'harbour lighthouse ferry berth beacon ledger timetable dock pilot buoy'.split(' ');
const kinds = 'production staging billing payroll reporting incidents backups secrets'.split(' ');
const levels = 'reader writer admin owner operator'.split(' ');

/** 30 apps of 300 roles, of which many say the same words. */
async function manyRoles(): Promise<OfferedCatalogue> {
  const index = createEntitlementIndex();
  const apps = Array.from({ length: 30 }, (_, at) => ({
    ...github,
    id: `${at}`,
    name: `App ${at}`,
  }));
  const wordOf = (words: readonly string[], at: number) => words[at % words.length] ?? '';
  for (const { id, name } of apps) {
    const roles = Array.from({ length: 300 }, (_, at) =>
      entitlement({
        appId: id,
        id: `${id}.${at}`,
        name: `${wordOf(places, at)} ${at}: ${wordOf(kinds, at)} ${wordOf(levels, at)}`,
        alias: `${wordOf(places, at)}-${wordOf(kinds, at + 1)}-${at}`,
      }),
    );
    await index.replace(id, name, roles);
  }
  return {
    apps: () => apps,
    entitlements: (...asked) => index.search(...asked),
    entitlement: () => null,
  };
}

/** What patterns of a form are asked to match. */
const answered = (fields: readonly RequestField[], text: string) => () =>
  readAnswers(fields, new Map(fields.map(({ id }) => [id, text])), noon);

const question = (id: string, pattern: string): RequestField => ({
  id,
  label: id,
  type: 'multiline',
  required: false,
  hint: null,
  options: [],
  entitlements: null,
  rules: [{ rule: 'pattern', held: [pattern] }],
});

it.each([
  ['one pattern that is slow to match', ['(a?){400}$']],
  [
    'a hundred that are slow to match',
    Array.from({ length: 100 }, (_, at) => `(a?){${300 + at}}$`),
  ],
  [
    'a hundred that are slow to compile',
    Array.from({ length: 100 }, (_, at) => `(?i)${'\\PL'.repeat(200)}${at}`),
  ],
])('no form blocks longer than a few ordinary ones: %s', async (_what, patterns) => {
  const ordinary = Array.from({ length: 100 }, (_, at) =>
    question(`${at}`, `^CASE-${at}: [\\w ]{1,30}$`),
  );
  const usual = await blocksOf(answered(ordinary, 'CASE-7: the lamp is out'));
  const hostile = patterns.map((pattern, at) => question(`${at}`, pattern));
  const blocks = await blocksOf(answered(hostile, 'a'.repeat(3_000)));
  expect(blocks.longestMs).toBeLessThan(4 * usual.longestMs + 10);
});

describe('among the roles of a large tenant', () => {
  let catalogue: OfferedCatalogue;
  beforeAll(async () => {
    catalogue = await manyRoles();
  });

  it.each([
    ['words that many roles have', [...kinds, ...levels].slice(0, 10).join(' ')],
    ['words with a typo each', 'harbor ligthouse fery brth becon legder timtable dokc pilto bouy'],
    ['one letter after the other', 'p s b r i h l f d t'],
    ['a text without spaces', 'mfa-'.repeat(10_000)],
    ['a text of many lines', 'a\n'.repeat(10_000)],
    ['letters with accents', 'é'.repeat(10_000)],
  ])('no command keeps everything else waiting: %s', async (_what, text) => {
    const ordinary = await blocksOf(() => understandCommand(catalogue, 'harbour reader'));
    const hostile = await blocksOf(() => understandCommand(catalogue, text));
    // Looked for without turns, the first takes ten times as long as an ordinary command in all.
    expect(hostile.longestMs).toBeLessThan(2 * ordinary.allMs + 10);
  });
});

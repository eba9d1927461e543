import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';

const files = globSync('src/**/*.ts')
  .sort()
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Names that more than one file gives to something, with the files. */
function sharedNames(named: readonly { readonly name: string; readonly path: string }[]): string[] {
  const paths = Map.groupBy(named, ({ name }) => name);
  return [...paths]
    .map(([name, all]) => ({ name, places: [...new Set(all.map(({ path }) => path))] }))
    .filter(({ places }) => places.length > 1)
    .map(({ name, places }) => `${name}: ${places.join(', ')}`);
}

describe('one name stands for one thing', () => {
  it('among the files of the bot', () => {
    const twins = [
      { name: 'review.ts', path: 'src/domain/action/review.ts' },
      { name: 'review.ts', path: 'src/slack/review.ts' },
    ];
    expect(sharedNames(twins)).toEqual([
      'review.ts: src/domain/action/review.ts, src/slack/review.ts',
    ]);
    // Every extra has its `index.ts`.
    const others = files.filter(({ path }) => !/^src\/extras\/[\w-]+\/index\.ts$/.test(path));
    expect(sharedNames(others.map(({ path }) => ({ name: basename(path), path })))).toEqual([]);
  });

  it('among what the files of the bot export', () => {
    const declaration = /^export (?:async )?(?:function\*?|const|class|interface|type) (\w+)/gm;
    const namesIn = ({ path, text }: { readonly path: string; readonly text: string }) =>
      [...text.matchAll(declaration)].map(([, name = '']) => ({ name, path }));
    const twins = [
      { path: 'a.ts', text: 'export const endOf = 1;' },
      { path: 'b.ts', text: 'export async function endOf() {}\nexport interface Ending {' },
    ];
    expect(sharedNames(twins.flatMap(namesIn))).toEqual(['endOf: a.ts, b.ts']);
    expect(sharedNames(files.flatMap(namesIn))).toEqual([]);
  });
});

const participles =
  'found|read|told|known|asked|shown|kept|given|taken|wanted|said|heard|left|made|done|held|seen|called';

it('names values by what they are, not by what was done to them', () => {
  const participle = new RegExp(`\\b(?:const|let) (?:${participles})\\b`);
  expect('const found = await find();').toMatch(participle);
  expect('const foundTask = await find();').not.toMatch(participle);
  expect(files.filter(({ text }) => participle.test(text)).map(({ path }) => path)).toEqual([]);
});

// A field that keeps its own name (`{ shown }`) is the business of whoever declares it, and beside a
// parameter whose type is written stands what it is.
it('names what it takes out of something, and what it is called with, by what it is as well', () => {
  const inBraces = `\\{[^{}]*(?:\\w: |\\.\\.\\.)(?:${participles})\\b(?!:)[^{}]*\\}`;
  const inBrackets = `\\[(?:[^[\\]]*[ .])?(?:${participles})(?:,[^[\\]]*)?\\]`;
  const isTaken = '(?: =(?![=>])| of |: [A-Z]|[^(){}]*\\)(?:: [^=(){}]+)? (?:=>|\\{))';
  const inParameters = `\\((?:[\\w, ]*, )?(?:\\.\\.\\.)?(?:${participles})(?:, [\\w, ]+)?\\) (?:=>|\\{)`;
  const participle = new RegExp(`(?:${inBraces}|${inBrackets})${isTaken}|${inParameters}`);
  for (const code of [
    'const { task: read } = await reading();',
    'const [before, found] = both;',
    'const { id, ...kept } = row;',
    'for (const { lane: taken, atMs } of slots) {',
    'function line({ name: called, url }: Line): string {',
    'async save({ id, ...known }) {',
    'all.map(([count, said]) => say(count));',
    'answer.transform((told) => told.list);',
    'async markRead(taskId, read) {',
  ])
    expect(code).toMatch(participle);
  for (const code of [
    'const { task: reading } = await begin();',
    'const { shown } = card;',
    'say({ task: read, ...kept });',
    'if (isSame([before, found])) {',
    'const all = [...kept, found];',
    'return { task: read };',
  ])
    expect(code).not.toMatch(participle);
  expect(files.filter(({ text }) => participle.test(text)).map(({ path }) => path)).toEqual([]);
});

it('has one word for a concept, that of the glossary', () => {
  const secondWord =
    /\b(?:Verb|ActionVerb|ReviewVerb|TaskAct|FormAct|SetUpAct|OwnAction|HolderOffer|Abilities)\b/;
  expect('export type ReviewVerb = DecisionKind;').toMatch(secondWord);
  expect('export type DecisionKind = ActionKind;').not.toMatch(secondWord);
  expect(files.filter(({ text }) => secondWord.test(text)).map(({ path }) => path)).toEqual([]);
});

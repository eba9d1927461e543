import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { readAccess } from '../../support/access-file-in-memory.ts';
import { accessJsonSchema } from '../../support/access-json-schema.ts';

const schema = accessJsonSchema();
/** What an editor does with the schema. */
const asEditor = z.fromJSONSchema(schema);
const isUnderlined = (text: string) => !asEditor.safeParse(parse(text)).success;

/** The files that a page shows, without the spaces of the list that they stand in. */
function samplesIn(page: string): readonly string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/^( *)```yaml\n([\s\S]*?)^ *```$/gm);
  return [...blocks].map(([, indent = '', text = '']) =>
    text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

const samples = [
  ...['README.md', 'docs/configuration.md'].flatMap((page) =>
    samplesIn(page).map((text, index) => ({ name: `${page}, ${index + 1}`, text, to: './' })),
  ),
  {
    name: 'sandbox/access.yaml',
    text: readFileSync('sandbox/access.yaml', 'utf8'),
    to: '../',
  },
];

describe('access.schema.json', () => {
  it('is what the bot reads (npm run schema writes it again)', async () => {
    const text = `${JSON.stringify(schema, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../../access.schema.json');
  });

  it.each(samples)('is named by the first line of $name, and takes it', ({ text, to }) => {
    expect(text.split('\n')[0]).toBe(`# yaml-language-server: $schema=${to}access.schema.json`);
    expect(readAccess(text)).toMatchObject({ ok: true });
    expect(isUnderlined(text)).toBe(false);
  });

  it.each([
    'emergency: { onCal: S0ONCALL }',
    'apps: [{ name: GitHub }]',
    'apps: [{ id: app-github, channel: reviews }]',
    'apps: [{ id: app-github, durations: [4] }]',
    'apps: [{ id: app-github, durations: [4 fortnights] }]',
    'identity: { order: [slack] }',
    'webhook: { reviewers: owner }',
    'digest: { at: "09:00", channel: C0REVIEWS }',
    'language: fr',
  ])('has an editor underline %s, which the bot refuses', (text) => {
    expect(isUnderlined(text)).toBe(true);
    expect(
      readAccess(`governance: { operations: [appList, entitlementSearch] }\n${text}`),
    ).toMatchObject({ ok: false });
  });

  it.each([
    'limits: off',
    'limits: { clicks: off, requests: 20/1h }',
    'reminders:',
    'governance:',
    'webhook: { reviewers: owners, setUpBy: { owners: true } }',
    'webhook: { reviewers: { owners: { role: approver } } }',
    'reminders: { after: 1 hour 30 minutes }',
    'workingHours: { to: "24:00", holidays: [2026-12-25] }',
  ])('has no editor underline %s, which the bot reads', (text) => {
    expect(isUnderlined(text)).toBe(false);
    expect(readAccess(`apps: [{ id: app-github }]\n${text}`)).toMatchObject({ ok: true });
  });
});

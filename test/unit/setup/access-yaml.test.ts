import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAccessFile } from '../../../src/config/access-file.ts';
import {
  type AccessAnswers,
  accessYamlText,
} from '../../../src/operator/setup/files/access-yaml.ts';

const answers: AccessAnswers = {
  operations: ['taskRead', 'taskActions'],
  taskUrl: 'https://acme.example/task/{numericId}',
  offer: 'listed',
  apps: [
    { id: 'app-github', name: 'GitHub', channel: 'C0REVIEWS', resources: [] },
    { id: 'app-aws', name: 'AWS', channel: null, resources: [] },
  ],
  admins: [{ id: 'U0HANA', name: 'Hana Sato' }],
  timeZone: 'Europe/Berlin',
};

const validOf = (text: string) => {
  const settings = readAccessFile(text, 'access.yaml', () => '');
  if (!settings.ok) throw new Error(JSON.stringify(settings.refusal));
  return settings.value;
};

it('writes a file that the bot takes, with the schema in its first line and a comment above each key', () => {
  const text = accessYamlText(answers, './access.schema.json');
  expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./access.schema.json');
  const settings = validOf(text);
  expect(settings.governance).toMatchObject({ operations: ['taskRead', 'taskActions'] });
  expect(settings.apps.map(({ id, channel }) => [id, channel])).toEqual([
    ['app-github', 'C0REVIEWS'],
    ['app-aws', null],
  ]);
  expect(settings.admins).toEqual(['U0HANA']);
  for (const key of ['governance', 'offer', 'apps', 'timeZone', 'language', 'admins'])
    expect(text).toMatch(new RegExp(`^# .*\\n${key}:`, 'm'));
  expect(text).toContain('# Hana Sato');
});

it('writes the name of an app without characters that reorder, hide or control text', () => {
  const [app] = answers.apps;
  if (app === undefined) throw new Error('an app is chosen');
  const name = 'Git\u202Ehub\u2066\u200B \u001B[31m\u2028Lab';
  const text = accessYamlText({ ...answers, apps: [{ ...app, name }] }, './s.json');
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\u200B\u2028\u202A-\u202E\u2066-\u2069]|\\[ux]/u);
  expect(validOf(text).apps.map((one) => one.name)).toEqual(['Git hub [31m Lab']);
});

it('leaves out what was answered with nothing', () => {
  const text = accessYamlText(
    { ...answers, operations: [], offer: 'all', apps: [], admins: [] },
    './access.schema.json',
  );
  expect(parse(text)).toEqual({
    governance: { operations: [], taskUrl: answers.taskUrl },
    offer: 'all',
    timeZone: 'Europe/Berlin',
    language: 'en',
    admins: [],
  });
});

it('keeps a name on its line, whatever people are called', () => {
  const admins = [{ id: 'U0HANA', name: 'Eve\nadmins: [U0EVE]\u001b[2J' }];
  const text = accessYamlText({ ...answers, admins }, './access.schema.json');
  expect(validOf(text).admins).toEqual(['U0HANA']);
  expect(text).not.toContain('\u001b');
});

import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { readAccessFile } from '../../../src/config/access-file.ts';
import {
  type AccessAnswers,
  accessYamlText,
} from '../../../src/operator/setup/files/access-yaml.ts';

const listed = ['taskRead', 'userSearch', 'appList', 'entitlementSearch'];

const answers: AccessAnswers = {
  operations: ['taskRead', 'taskActions'],
  taskUrl: 'https://acme.example/task/{numericId}',
  offer: 'listed',
  apps: [
    { id: 'app-github', name: 'GitHub', channel: 'C0REVIEWS', resources: [], owners: ['Ana'] },
    { id: 'app-aws', name: 'AWS', channel: null, resources: [], owners: [] },
  ],
  emergencyChannel: 'C0INCIDENTS',
  admins: ['U0HANA'],
  adminNames: ['Hana Sato'],
  timeZone: 'Europe/Berlin',
  language: 'en',
};

const validOf = (text: string) => {
  const settings = readAccessFile(text, 'access.yaml', () => '');
  if (!settings.ok) throw new Error(JSON.stringify(settings.refusal));
  return settings.value;
};

it('writes a file that the bot takes, with the schema in its first line and a comment above each key', () => {
  const text = accessYamlText(null, answers, './access.schema.json');
  expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./access.schema.json');
  const settings = validOf(text);
  expect(settings.governance).toMatchObject({ operations: ['taskRead', 'taskActions'] });
  expect(settings.apps.map(({ id, channel }) => [id, channel])).toEqual([
    ['app-github', 'C0REVIEWS'],
    ['app-aws', null],
  ]);
  expect(settings.admins).toEqual(['U0HANA']);
  expect(settings.emergency.channel).toBe('C0INCIDENTS');
  for (const key of ['governance', 'offer', 'apps', 'emergency', 'timeZone', 'language', 'admins'])
    expect(text).toMatch(new RegExp(`^# .*\\n${key}:`, 'm'));
  expect(text).toContain('# owners: Ana');
  expect(text).toContain('# Hana Sato');
});

it('writes the name of an app without characters that reorder, hide or control text', () => {
  const [app] = answers.apps;
  if (app === undefined) throw new Error('an app is chosen');
  const name = 'Git\u202Ehub\u2066\u200B \u001B[31m\u2028Lab';
  const text = accessYamlText(null, { ...answers, apps: [{ ...app, name }] }, './s.json');
  expect(text).not.toMatch(/[^\P{Cc}\n]|[\u200B\u2028\u202A-\u202E\u2066-\u2069]|\\[ux]/u);
  expect(validOf(text).apps.map((one) => one.name)).toEqual(['Git hub [31m Lab']);
});

it('leaves out what was answered with nothing', () => {
  const bare = {
    ...answers,
    operations: [],
    taskUrl: null,
    emergencyChannel: null,
    admins: [],
  };
  const text = accessYamlText(null, { ...bare, adminNames: [] }, './access.schema.json');
  expect(parse(text)).toEqual({
    offer: 'listed',
    apps: [
      { id: 'app-github', name: 'GitHub', channel: 'C0REVIEWS' },
      { id: 'app-aws', name: 'AWS' },
    ],
    timeZone: 'Europe/Berlin',
    language: 'en',
    admins: [],
  });
});

it('keeps a name on its line, whatever the tenant calls people', () => {
  const [github] = answers.apps;
  if (github === undefined) throw new Error('there is one');
  const apps = [{ ...github, owners: ['Eve\nadmins: [U0EVE]\u001b[2J'] }];
  const text = accessYamlText(null, { ...answers, apps }, './access.schema.json');
  expect(validOf(text).admins).toEqual(['U0HANA']);
  expect(text).not.toContain('\u001b');
});

const written = `# ours
governance:
  operations: [taskRead, userSearch, appList, entitlementSearch] # of 2025
  taskUrl: https://acme.example/task/{numericId}
offer: listed
apps:
  - id: app-github
    name: Code
    channel: C0REVIEWS
    durations: [1h] # short
  - { id: app-crew, confidential: true }
emergency: { channel: C0INCIDENTS, onCall: S0ONCALL }
escalation: [{ after: 8h, to: { owners: true } }]
timeZone: Europe/Berlin
language: en
admins: [U0HANA]
`;

it('leaves a file as it is that says the same already', () => {
  const [first] = answers.apps;
  const crew = { id: 'app-crew', name: 'app-crew', channel: null, resources: [], owners: [] };
  const same = {
    ...answers,
    operations: listed,
    apps: first === undefined ? [] : [first, crew],
  };
  expect(accessYamlText(written, same, './access.schema.json')).toBe(written);
});

it('changes only what was answered otherwise, and keeps what it does not ask about', () => {
  const text = accessYamlText(
    written,
    {
      ...answers,
      operations: listed,
      timeZone: 'UTC',
      emergencyChannel: null,
      admins: ['U0BEN'],
      adminNames: [],
    },
    './access.schema.json',
  );
  expect(validOf(text)).toMatchObject({
    timeZone: 'UTC',
    admins: ['U0BEN'],
    apps: [
      { id: 'app-github', name: 'Code', channel: 'C0REVIEWS', durationsSeconds: [3_600] },
      { id: 'app-aws', name: 'AWS' },
    ],
    emergency: { channel: null, onCall: null },
    escalation: [{ afterSeconds: 28_800 }],
  });
  for (const comment of ['# ours', '# of 2025', '# short']) expect(text).toContain(comment);
  expect(text).not.toContain('app-crew');
});

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ManifestUnreadable, readManifest } from '../../sandbox/workspace/manifest.ts';
import { rig } from './workspace-rig.ts';

const yaml = `
display_information: { name: Access }
features:
  app_home: { home_tab_enabled: true, messages_tab_enabled: true }
  bot_user: { display_name: access, always_online: true }
  slash_commands:
    - { command: /request-access, description: Ask for access, usage_hint: "[app]", should_escape: true }
  shortcuts:
    - { name: Request access, type: global, callback_id: request_access, description: Ask }
oauth_config:
  scopes: { bot: [commands, chat:write] }
settings:
  event_subscriptions: { request_url: https://bot.acme.example/slack/events, bot_events: [app_home_opened] }
  interactivity: { is_enabled: true }
`;

test('commands, shortcuts, scopes and events come from the app’s manifest file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'manifest-'));
  const manifest = join(folder, 'app-manifest.yml');
  await writeFile(manifest, yaml);
  const slack = await rig({ manifest });
  expect(slack.workspace.client.commands()).toEqual([
    { command: '/request-access', description: 'Ask for access', usageHint: '[app]' },
  ]);
  expect(slack.workspace.client.shortcuts()).toEqual([
    { callbackId: 'request_access', name: 'Request access', description: 'Ask', kind: 'global' },
  ]);
  expect(await slack.call('users.info')).toMatchObject({ provided: 'commands,chat:write' });
  await slack.close();
  await rm(folder, { recursive: true });
});

test('without one it is the manifest of this repository', () => {
  expect(readManifest().commands.map((one) => one.command)).toEqual([
    '/request-access',
    '/emergency-access',
    '/access-admin',
  ]);
});

test('a missing file and a wrong field are named', () => {
  expect(() => readManifest('/nowhere/app-manifest.yml')).toThrow(ManifestUnreadable);
  expect(() => readManifest('/nowhere/app-manifest.yml')).toThrow('/nowhere/app-manifest.yml');
  expect(() => readManifest({ features: { slash_commands: [{ command: 'no-slash' }] } })).toThrow(
    'slash_commands',
  );
});

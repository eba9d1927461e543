import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const manifest = z
  .object({
    features: z.object({
      slash_commands: z.array(z.object({ command: z.string(), url: z.string() })),
      shortcuts: z.array(z.object({ callback_id: z.string() })).default([]),
    }),
    oauth_config: z.object({ scopes: z.object({ bot: z.array(z.string()) }) }),
    settings: z.object({
      event_subscriptions: z.object({ bot_events: z.array(z.string()) }),
      interactivity: z.object({ message_menu_options_url: z.string() }),
    }),
  })
  .parse(parse(readFileSync('app-manifest.yml', 'utf8')));

const sources = ['src/slack', 'src/extras'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8')),
);
const code = sources.join('\n');

/** What each Web API method asks for (Slack's method pages). */
const scopeOf: Readonly<Record<string, string | readonly string[] | null>> = {
  'auth.test': null,
  'views.open': null,
  'views.update': null,
  'views.push': null,
  'views.publish': null,
  'chat.postEphemeral': 'chat:write',
  'chat.postMessage': 'chat:write',
  'chat.update': 'chat:write',
  'chat.delete': 'chat:write',
  'chat.getPermalink': null,
  // A private channel takes groups:read.
  'conversations.info': ['channels:read', 'groups:read'],
  'conversations.members': ['channels:read', 'groups:read'],
  'users.info': 'users:read',
  'users.lookupByEmail': 'users:read.email',
  // Only where the operator granted a history scope on top: the manifest asks for none.
  'conversations.history': null,
  'conversations.replies': null,
  // Only where identity.profileField is set: the manifest names users.profile:read in a comment.
  'users.profile.get': null,
  'team.profile.get': null,
  // Optional: the manifest names usergroups:read in a comment. Groups in quoted messages have no name without it.
  'usergroups.list': null,
};

/** Values of string constants by name, to follow `bolt.command(requestAccessCommand, …)`. */
const constants = new Map(
  [...code.matchAll(/const (\w+) = '([^']+)'/g)].map(([, name, value]) => [name, value]),
);

function registered(kind: 'command' | 'shortcut' | 'event'): string[] {
  const found = [
    ...code.matchAll(new RegExp(`bolt\\.${kind}(?:<[^(]*>)?\\(\\s*(?:'([^']+)'|(\\w+))`, 'g')),
  ];
  return found
    .map(([, literal, name]) => literal ?? constants.get(name) ?? `unknown constant ${name}`)
    .sort();
}

describe('app-manifest.yml', () => {
  it('names exactly the slash commands that the code listens to', () => {
    expect(manifest.features.slash_commands.map((one) => one.command).sort()).toEqual(
      registered('command'),
    );
  });

  it('names exactly the shortcuts that the code listens to', () => {
    expect(manifest.features.shortcuts.map((one) => one.callback_id).sort()).toEqual(
      registered('shortcut'),
    );
  });

  it('names exactly the events that the code listens to', () => {
    expect([...manifest.settings.event_subscriptions.bot_events].sort()).toEqual(
      registered('event'),
    );
  });

  it('asks for exactly the scopes of the Web API methods that the code calls', () => {
    const called = new Set(
      [...code.matchAll(/client\.([a-z]+(?:\.[a-z]+)?)\.([a-zA-Z]+)\(/g)].map(
        ([, area, verb]) => `${area}.${verb}`,
      ),
    );
    expect(called.size).toBeGreaterThan(5);
    const scopes = new Set<string>(registered('command').length > 0 ? ['commands'] : []);
    for (const method of called) {
      expect(scopeOf, `${method} is called, but this test does not know its scope`).toHaveProperty([
        method,
      ]);
      const scope = scopeOf[method];
      for (const one of [scope ?? []].flat()) scopes.add(one);
    }
    expect(called).toContain('users.profile.get');
    // users:read.email cannot be granted without users:read.
    expect([...manifest.oauth_config.scopes.bot].sort()).toEqual([...scopes].sort());
  });

  it('sends every kind of payload to the one endpoint', () => {
    const urls =
      JSON.stringify(manifest.features.slash_commands) +
      manifest.settings.interactivity.message_menu_options_url;
    expect(urls.match(/https:\/\/bot\.example\.com\/slack\/events/g)?.length).toBe(
      manifest.features.slash_commands.length + 1,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { settingsInSandbox } from '../../../src/start/sandbox-flags.ts';
import { testSettings, withoutAgents } from '../../support/test-settings.ts';

const governance = { baseUrl: 'http://127.0.0.1:3002' };

describe('the bot in the sandbox', () => {
  it.each([
    ['127.0.0.1', 3001, 'http://127.0.0.1:3001'],
    ['0.0.0.0', 4001, 'http://127.0.0.1:4001'],
    ['::1', 3001, 'http://[::1]:3001'],
    ['127.0.0.1', 0, null],
  ])('is reached by agents where it listens: %s %i', (host, port, url) => {
    const settings = settingsInSandbox(testSettings(), { governance, http: { host, port } });
    expect(settings.agents.url).toBe(url);
  });

  it('is reached at the address that its settings name, if they do', () => {
    const named = testSettings({ agents: { ...withoutAgents, url: 'https://bot.acme.example' } });
    const where = { governance, http: { host: '127.0.0.1', port: 3001 } };
    expect(settingsInSandbox(named, where).agents.url).toBe('https://bot.acme.example');
  });

  it('links to tasks of the stand-in', () => {
    const where = { governance, http: { host: '127.0.0.1', port: 3001 } };
    expect(settingsInSandbox(testSettings(), where).governance.taskUrl).toBe(
      'http://127.0.0.1:3002/task/{numericId}',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { workspacePage } from '../../../sandbox/workspace/page/page.ts';
import { FakeWorkspaceClient } from '../../support/fake-workspace-client.ts';

const own = { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost' };

function setUp() {
  const client = new FakeWorkspaceClient();
  const page = workspacePage(client, () => new Date('2026-11-21T12:00:00Z'));
  const get = async (path: string): Promise<string> => await (await page.request(path)).text();
  return { client, page, get };
}

describe('Slackbot on the page', () => {
  it('is there only where the app offers it tools', async () => {
    const { client, page, get } = setUp();
    expect(await get('/as/U0BEN/C0GENERAL')).not.toContain('data-testid="slackbot"');
    expect((await page.request('/as/U0BEN/slackbot')).headers.get('Location')).toBe(
      '/as/U0BEN/C0GENERAL',
    );
    client.talk = { suggestions: [], lines: [] };
    expect(await get('/as/U0BEN/C0GENERAL')).toContain('href="/as/U0BEN/slackbot"');
  });

  it('says that it is a stand-in, and offers sentences to begin with', async () => {
    const { client, get } = setUp();
    client.talk = { suggestions: ['What do I have?'], lines: [] };
    const shown = await get('/as/U0BEN/slackbot');
    expect(shown).toContain('A stand-in for Slack’s Slackbot: a few rules');
    expect(shown).toMatch(/<button[^>]*data-testid="slackbot-suggestion"[^>]*>What do I have\?</);
    expect(shown).not.toContain('data-testid="command-option"');
  });

  it('shows what was called, and no markup of anybody', async () => {
    const { client, get } = setUp();
    const text = '<b>*Ben*</b> <!channel> https://acme.example/task/7.';
    client.talk = {
      suggestions: [],
      lines: [{ id: 'L1', by: 'slackbot', text, calls: ['my_access(a: "<i>")'] }],
    };
    const shown = await get('/as/U0BEN/slackbot');
    expect(shown).toContain(
      '<code data-testid="slackbot-call">my_access(a: &quot;&lt;i&gt;&quot;)',
    );
    expect(shown).toContain(
      '&lt;b&gt;*Ben*&lt;/b&gt; &lt;!channel&gt; <a href="https://acme.example/task/7" target="_blank" rel="noopener noreferrer">https://acme.example/task/7</a>.',
    );
  });

  it('is told what somebody types', async () => {
    const { client, page } = setUp();
    client.talk = { suggestions: [], lines: [] };
    const post = (path: string, fields: Record<string, string>) =>
      page.request(path, { method: 'POST', body: new URLSearchParams(fields), headers: own });
    await post('/as/U0BEN/slackbot/send', { text: 'What do I have?' });
    expect(client.calls).toEqual([
      { kind: 'askSlackbot', personId: 'U0BEN', text: 'What do I have?' },
    ]);
  });
});

import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { workspacePage } from '../../../sandbox/workspace/page/page.ts';
import { FakeWorkspaceClient } from '../../support/fake-workspace-client.ts';

const now = (): Date => new Date('2026-11-21T12:00:00Z');
const at = (iso: string): string => `${Date.parse(iso) / 1000}.000100`;

function setUp() {
  const client = new FakeWorkspaceClient();
  const page = workspacePage(client, now);
  const get = async (path: string): Promise<string> => await (await page.request(path)).text();
  const post = (path: string, fields: Record<string, string>): Response | Promise<Response> =>
    page.request(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'Sec-Fetch-Site': 'same-origin', Origin: 'http://localhost' },
    });
  return { client, page, get, post };
}

describe('the page’s addresses', () => {
  it('leads from / to a sensible person and channel', async () => {
    const { page } = setUp();
    expect((await page.request('/')).headers.get('Location')).toBe('/as/U0BEN/C0GENERAL');
    expect((await page.request('/as/U0ANA')).headers.get('Location')).toBe('/as/U0ANA/C0GENERAL');
  });

  it.each(['/as/U0NOBODY/C0GENERAL', '/as/U0WIM/C0GENERAL'])(
    'leads from %s back to the start',
    async (path) => {
      const { page } = setUp();
      expect((await page.request(path)).headers.get('Location')).toBe('/');
    },
  );

  it('leads from a conversation that the person does not see to one that they see', async () => {
    const { page } = setUp();
    expect((await page.request('/as/U0ANA/C0SECRET')).headers.get('Location')).toBe(
      '/as/U0ANA/C0GENERAL',
    );
  });

  it('leads from a permalink to its message, as the person whose page was opened last', async () => {
    const { page } = setUp();
    const permalink =
      '/archives/C0REVIEWS/p1795000001000100?thread_ts=1795000000.000100&cid=C0REVIEWS';
    const there = 'C0REVIEWS?thread=1795000000.000100&message=1795000001.000100';
    expect((await page.request(permalink)).headers.get('Location')).toBe(`/as/U0BEN/${there}`);
    const visit = await page.request('/as/U0ANA/C0GENERAL');
    const headers = { Cookie: visit.headers.get('Set-Cookie')?.split(';')[0] ?? '' };
    expect((await page.request(permalink, { headers })).headers.get('Location')).toBe(
      `/as/U0ANA/${there}`,
    );
    expect((await page.request('/archives/C0NOWHERE/p1795000001000100')).status).toBe(404);
  });

  it('highlights the message that the address names, and no other', async () => {
    const { client, get } = setUp();
    client.post('C0GENERAL', { ts: '1795000000.000100', text: 'one' });
    client.post('C0GENERAL', { ts: '1795000001.000100', text: 'two' });
    const linked =
      /class="message[^"]* linked" id="[^"]*" data-testid="message" data-ts="1795000001.000100"/;
    const page = await get('/as/U0BEN/C0GENERAL?message=1795000001.000100');
    expect(page).toMatch(linked);
    expect(page.match(/ linked"/g)).toHaveLength(1);
  });

  it('shows times in the zone of the person', async () => {
    const { client, get } = setUp();
    client.post('C0GENERAL', { ts: at('2026-11-21T09:15:00Z'), from: 'U0ANA', text: 'hi' });
    expect(await get('/as/U0BEN/C0GENERAL')).toContain('>10:15</time>');
    expect(await get('/as/U0QUINN/C0GENERAL')).toContain('>4:15 AM</time>');
  });

  it('counts unread messages until they are read', async () => {
    const { client, get } = setUp();
    client.post('C0REVIEWS', { ts: at('2026-11-21T09:15:00Z'), text: 'card' });
    expect(await get('/as/U0BEN/C0GENERAL')).toContain('data-testid="unread">1');
    await get('/as/U0BEN/C0REVIEWS');
    expect(await get('/as/U0BEN/C0GENERAL')).not.toContain('data-testid="unread"');
  });

  it('shows an ephemeral message to its person only, and says so', async () => {
    const { client, get } = setUp();
    client.post('C0GENERAL', { ts: at('2026-11-21T09:15:00Z'), text: 'psst', onlyFor: 'U0BEN' });
    expect(await get('/as/U0BEN/C0GENERAL')).toMatch(/Only visible to you[\s\S]*psst/);
    expect(await get('/as/U0ANA/C0GENERAL')).not.toContain('psst');
  });

  it('tells the app when its Home is opened', async () => {
    const { client, get } = setUp();
    expect(await get('/as/U0BEN/DU0BEN?tab=home')).toContain('has not shown you anything here yet');
    expect(client.calls).toEqual([{ kind: 'openHome', personId: 'U0BEN' }]);
  });

  it('shows newcomers one hint in #general, until they dismiss it', async () => {
    const { page, get, post } = setUp();
    expect(await get('/as/U0BEN/C0GENERAL')).toContain('data-testid="try-this"');
    expect(await get('/as/U0BEN/C0REVIEWS')).not.toContain('data-testid="try-this"');
    const cookie =
      (await post('/try-this/dismiss', {})).headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const again = await page.request('/as/U0BEN/C0GENERAL', { headers: { Cookie: cookie } });
    expect(await again.text()).not.toContain('data-testid="try-this"');
  });
});

describe('what people do', () => {
  it('sends the value of the clicked element and the values of its whole form', async () => {
    const { client, post } = setUp();
    const container = JSON.stringify({ kind: 'view', viewId: 'V1' });
    await post('/as/U0BEN/act', {
      container,
      block: 'app',
      action: 'a',
      'text/app/a': 'github',
      'text/why/t': 'x',
    });
    await post('/as/U0BEN/act', { container, block: 'more', action: 'o', entered: 'comment' });
    expect(JSON.parse(JSON.stringify(client.calls))).toEqual([
      {
        kind: 'act',
        personId: 'U0BEN',
        action: { blockId: 'app', actionId: 'a', entered: 'github' },
        values: { app: { a: 'github' }, why: { t: 'x' } },
      },
      {
        kind: 'act',
        personId: 'U0BEN',
        action: { blockId: 'more', actionId: 'o', entered: 'comment' },
        values: {},
      },
    ]);
  });

  it('answers with the sentence when something went wrong, escaped', async () => {
    const { client, post } = setUp();
    client.react = () => ({ ok: false, code: 'operation_timeout', sentence: '<b>Too slow</b>' });
    const answer = await post('/as/U0BEN/C0GENERAL/send', { text: '/request-access' });
    expect(await answer.text()).toContain('&lt;b&gt;Too slow&lt;/b&gt;');
  });

  it('does not ask the app for options while too little is typed', async () => {
    const { client, post } = setUp();
    const container = JSON.stringify({ kind: 'view', viewId: 'V1' });
    const ask = async (q: string): Promise<string> =>
      await (
        await post('/as/U0BEN/options', {
          container,
          block: 'b',
          action: 'a',
          least: '3',
          list: 'l',
          q,
        })
      ).text();
    expect(await ask('gi')).toContain('Type 1 more character to search');
    expect(client.calls).toEqual([]);
    expect(await ask('git')).toContain('No results');
    expect(client.calls).toEqual([{ kind: 'options', actionId: 'a', query: 'git' }]);
  });

  it('refuses forms of other sites', async () => {
    const { client, page } = setUp();
    const answer = await page.request('/as/U0BEN/C0GENERAL/send', {
      method: 'POST',
      body: new URLSearchParams({ text: 'hi' }),
      headers: { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(answer.status).toBe(403);
    expect(client.calls).toEqual([]);
  });
});

describe('the page beside other routes', () => {
  it('runs no script but the served ones', async () => {
    const { page } = setUp();
    const answer = await page.request('/as/U0BEN/C0GENERAL');
    expect(answer.headers.get('Content-Security-Policy')).toContain("default-src 'self'");
    expect(await answer.text()).not.toMatch(
      /<script(?! (type="module" )?src="\/static\/)|\son[a-z]+="|\sstyle="/,
    );
  });

  it.each([
    'htmx.js',
    'htmx-sse.js',
    'page.js',
    'lists.js',
    'places.js',
    'page.css',
    'overlays.css',
    'blocks.css',
    'icon.svg',
  ])('serves %s', async (name) => {
    const { page } = setUp();
    expect((await page.request(`/static/${name}`)).status).toBe(200);
    expect((await page.request('/static/constructor')).status).toBe(404);
  });

  it('does not protect routes that are not its own', async () => {
    const server = new Hono();
    server.route('/', workspacePage(new FakeWorkspaceClient(), now));
    server.post('/api/chat.postMessage', (c) => c.json({ ok: true }));
    const answer = await server.request('/api/chat.postMessage', {
      method: 'POST',
      body: new URLSearchParams({ channel: 'C1' }),
      headers: { Origin: 'https://elsewhere.example' },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Content-Security-Policy')).toBeNull();
  });
});

describe('the live stream', () => {
  it('sends every part once, then only parts that changed', async () => {
    const { client, page } = setUp();
    const answer = await page.request('/as/U0BEN/C0GENERAL/live');
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const next = async (): Promise<string> => {
      let text = '';
      while (!text.endsWith('\n\n')) text += (await reader?.read())?.value ?? '\n\n';
      return text;
    };
    expect(await next()).toMatch(/#rail[\s\S]*#messages[\s\S]*#modals/);
    client.post('C0GENERAL', { ts: at('2026-11-21T09:15:00Z'), from: 'U0ANA', text: 'ahoy' });
    const second = await next();
    expect(second).toContain('ahoy');
    expect(second).not.toContain('hx-target="#modals"');
    client.showModals('U0ANA', [{ id: 'V1', title: 'Not Ben’s', blocks: [] }]);
    client.showModals('U0BEN', [{ id: 'V2', title: 'Ben’s', blocks: [] }]);
    const third = await next();
    expect(third).toContain('Ben’s');
    expect(third).not.toContain('Not Ben’s');
    await reader?.cancel();
  });
});

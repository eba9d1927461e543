/**
 * Somebody's open page in Chromium, in front of a workspace without a bot; complaints of the
 * browser fail the test.
 */
import { serve } from '@hono/node-server';
import type { Browser, Locator, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { OfferedOptions, ShownBlock } from '../../sandbox/workspace/client.ts';
import { workspacePage } from '../../sandbox/workspace/page/page.ts';
import { FakeWorkspaceClient, type PageCall } from './fake-workspace-client.ts';

export const plain = (text: string) => ({ type: 'plain_text', text }) as const;
export const option = (value: string) => ({ text: plain(value), value });
export const offered = (...values: string[]): OfferedOptions => ({
  ok: true,
  options: values.map(option),
});
export const ts = (seconds: number): string => `${1_795_000_000 + seconds}.000100`;

export const appField: ShownBlock = {
  type: 'input',
  block_id: 'app',
  dispatch_action: true,
  label: plain('App'),
  element: { type: 'external_select', action_id: 'app', min_query_length: 2 },
};
export const whyField: ShownBlock = {
  type: 'input',
  block_id: 'why',
  label: plain('Justification'),
  element: { type: 'plain_text_input', action_id: 'why', multiline: true },
};

/** Opens `path`, after `prepare`; `visit` opens another tab of the same workspace. */
export async function openPage(
  browser: Browser,
  path: string,
  prepare: (client: FakeWorkspaceClient) => void = () => undefined,
) {
  const client = new FakeWorkspaceClient();
  prepare(client);
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = serve(
    { fetch: workspacePage(client).fetch, port: 0, hostname: '127.0.0.1' },
    (info) => resolve(info.port),
  );
  const base = `http://127.0.0.1:${await promise}`;
  const context = await browser.newContext();
  const complaints: string[] = [];
  const visit = async (where: string): Promise<Page> => {
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('dialog', (dialog) => complaints.push(`dialog: ${dialog.message()}`));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    // The worst order: the stream's script comes last, and the page has to be live all the same.
    const ownScript = page.waitForResponse((response) => response.url().endsWith('/page.js'));
    await page.route('**/htmx-sse.js', async (route) => {
      await ownScript;
      await route.continue();
    });
    const live = page.waitForResponse((response) => response.url().includes('/live'));
    await page.goto(base + where);
    await live;
    return page;
  };
  onTestFinished(async () => {
    await context.close();
    server.close();
    expect(complaints).toEqual([]);
  });
  return { client, page: await visit(path), visit };
}

export const field = (page: Page, blockId: string): Locator =>
  page.locator(`[data-testid=field][data-block-id="${blockId}"]`);
export const seen = async (locator: Locator): Promise<void> =>
  await locator.waitFor({ state: 'visible' });
export const unseen = async (locator: Locator): Promise<void> =>
  await locator.waitFor({ state: 'hidden' });
/** What of one kind the page asked for, in order. */
export const callsOf = <Kind extends PageCall['kind']>(
  client: FakeWorkspaceClient,
  kind: Kind,
): Extract<PageCall, { kind: Kind }>[] =>
  client.calls.filter((call): call is Extract<PageCall, { kind: Kind }> => call.kind === kind);

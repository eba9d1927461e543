import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownBlock } from '../../sandbox/workspace/client.ts';
import { chromiumAvailable, launchChromium } from '../support/chromium.ts';
import {
  appField,
  callsOf,
  field,
  offered,
  openPage,
  option,
  plain,
  seen,
  ts,
  unseen,
  whyField,
} from '../support/sandbox-page-browser.ts';

const ok = { ok: true } as const;

const button = (actionId: string, text: string): ShownBlock => ({
  type: 'actions',
  block_id: 'buttons',
  elements: [{ type: 'button', action_id: actionId, text: plain(text), value: '1' }],
});

let browser: Browser;

describe.skipIf(!chromiumAvailable)('the sandbox page in a browser', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  it('completes a slash command and sends it', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL');
    const composer = page.getByTestId('composer');
    await composer.pressSequentially('/');
    expect(await page.getByTestId('command-option').count()).toBe(2);
    await composer.pressSequentially('req');
    await unseen(page.getByText('/emergency-access'));
    await seen(page.getByText('[app] [entitlement]'));
    await composer.press('Enter');
    expect(await composer.inputValue()).toBe('/request-access ');
    expect(client.calls).toEqual([]);
    await composer.press('Enter');
    await expect
      .poll(() => callsOf(client, 'say').map((call) => call.text))
      .toEqual(['/request-access']);
    expect(await composer.inputValue()).toBe('');
  });

  it('sends a command that is typed out with a single Enter, and breaks the line with Shift+Enter', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL');
    const composer = page.getByTestId('composer');
    await composer.pressSequentially('/request-access');
    await composer.press('Enter');
    await composer.pressSequentially('one');
    await composer.press('Shift+Enter');
    await composer.pressSequentially('two');
    await composer.press('Enter');
    await expect
      .poll(() => callsOf(client, 'say').map((call) => call.text))
      .toEqual(['/request-access', 'one\ntwo']);
  });

  it('offers an overflow menu and tells the app which option was taken', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL', (fake) =>
      fake.post('C0GENERAL', {
        ts: ts(0),
        text: 'card',
        blocks: [
          {
            type: 'section',
            block_id: 'card',
            text: plain('A request'),
            accessory: {
              type: 'overflow',
              action_id: 'more',
              options: [option('comment'), option('reassign')],
            },
          },
        ],
      }),
    );
    await page.getByTestId('overflow').click();
    // The menu takes the keys when it is open.
    await page.locator('[role=menuitem]:focus').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect
      .poll(() => callsOf(client, 'act').map((call) => call.action))
      .toEqual([{ blockId: 'card', actionId: 'more', entered: 'reassign' }]);
    await unseen(page.getByTestId('option').first());
  });

  it('asks before an action with a confirmation, and shows that the app did not answer', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL', (fake) =>
      fake.post('C0GENERAL', {
        ts: ts(0),
        text: 'card',
        blocks: [
          {
            type: 'actions',
            block_id: 'card',
            elements: [
              {
                type: 'button',
                action_id: 'deny',
                text: plain('Deny'),
                confirm: {
                  title: plain('Sure?'),
                  text: plain('Ben will be told.'),
                  confirm: plain('Deny it'),
                  deny: plain('No'),
                },
              },
            ],
          },
        ],
      }),
    );
    client.react = () => ({
      ok: false,
      code: 'operation_timeout',
      sentence: 'The app did not answer.',
    });
    const deny = page.getByTestId('action');
    await deny.click();
    await seen(page.getByTestId('confirm').getByText('Ben will be told.'));
    await page.getByTestId('confirm-deny').click();
    await deny.click();
    await page.keyboard.press('Escape');
    await unseen(page.getByTestId('confirm'));
    expect(client.calls).toEqual([]);
    await deny.click();
    await page.getByTestId('confirm-ok').click();
    await seen(page.getByTestId('warning').getByText('The app did not answer.'));
    expect(callsOf(client, 'act')).toHaveLength(1);
  });

  it('shows what happens in a second tab without a reload, and a button that is gone', async () => {
    const card = (text: string, buttons: ShownBlock[]) => ({
      ts: ts(0),
      text: 'card',
      blocks: [{ type: 'section', block_id: 'card', text: plain(text) } as const, ...buttons],
    });
    const { client, page, visit } = await openPage(browser, '/as/U0ANA/C0REVIEWS', (fake) =>
      fake.post('C0REVIEWS', card('Waiting', [button('approve', 'Approve')])),
    );
    client.react = (call) => {
      if (call.kind === 'act') client.post('C0REVIEWS', card(`Approved by ${call.personId}`, []));
      return ok;
    };
    const other = await visit('/as/U0BEN/C0REVIEWS');
    await other.getByTestId('composer').fill('unfinished');
    await page.getByTestId('action').click();
    await seen(other.getByText('Approved by U0ANA'));
    await seen(page.getByText('Approved by U0ANA'));
    expect(await other.getByTestId('action').count()).toBe(0);
    expect(await other.getByTestId('composer').inputValue()).toBe('unfinished');
    client.post('C0GENERAL', { ts: ts(5), from: 'U0ANA', text: 'news' });
    await seen(other.getByTestId('channel-C0GENERAL').getByTestId('unread'));
  });

  it('becomes somebody else: search by title, Enter, the same channel', async () => {
    const { page } = await openPage(browser, '/as/U0BEN/C0REVIEWS');
    await page.getByTestId('person-picker').click();
    await page.getByTestId('person-search').pressSequentially('platf');
    await unseen(page.getByTestId('person-U0QUINN'));
    await page.keyboard.press('Enter');
    await page.waitForURL('**/as/U0ANA/C0REVIEWS');
    expect(await page.getByTestId('person-name').textContent()).toBe('Ana Lindqvist');
  });

  it('runs shortcuts: global ones from the composer, message ones from the message', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL', (fake) =>
      fake.post('C0GENERAL', { ts: ts(0), from: 'U0ANA', text: 'db down' }),
    );
    await page.getByTestId('shortcuts').click();
    await page.getByTestId('shortcut').filter({ hasText: 'Ask for access' }).click();
    await page.getByTestId('message').hover();
    await page.getByTestId('more-actions').click();
    await page.getByTestId('shortcut').filter({ hasText: 'for this' }).click();
    await expect
      .poll(() => callsOf(client, 'shortcut'))
      .toEqual([
        { kind: 'shortcut', callbackId: 'request', ts: null },
        { kind: 'shortcut', callbackId: 'request_for', ts: ts(0) },
      ]);
  });

  it('answers in a thread', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL', (fake) => {
      fake.post('C0GENERAL', { ts: ts(0), from: 'U0ANA', text: 'parent' });
      fake.post('C0GENERAL', { ts: ts(1), text: 'first answer', threadTs: ts(0) });
    });
    await page.getByTestId('replies').click();
    await seen(page.getByTestId('thread').getByText('first answer'));
    // The thread was swapped in a moment ago: on a slow machine the first Enter can come before it
    // listens.
    await expect
      .poll(async () => {
        if (callsOf(client, 'say').length === 0) {
          await page.getByTestId('thread-composer').fill('second');
          await page.getByTestId('thread-composer').press('Enter');
        }
        return callsOf(client, 'say')[0];
      })
      .toMatchObject({ text: 'second', threadTs: ts(0) });
    client.post('C0GENERAL', { ts: ts(2), from: 'U0BEN', text: 'second', threadTs: ts(0) });
    await seen(page.getByTestId('thread').getByText('second'));
  });

  it('never runs what somebody typed', async () => {
    const nasty = `"><script>alert(1)</script><img src=x onerror=alert(1)><hx-partial hx-target="body">gone</hx-partial>`;
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL', (fake) => {
      fake.post('C0GENERAL', { ts: ts(0), from: 'U0ANA', text: nasty });
      fake.post('C0GENERAL', { ts: ts(1), from: 'U0ANA', text: '<javascript:alert(1)|click me>' });
    });
    client.offer = () => offered(nasty);
    client.react = () => ({ ok: false, code: 'x', sentence: nasty });
    client.showModals('U0BEN', [
      { id: 'V1', title: 'T', blocks: [appField, whyField], errors: { why: nasty } },
    ]);
    await field(page, 'app').getByTestId('select').click();
    await page.keyboard.type('<script>');
    await page.getByTestId('option').click();
    await page.getByTestId('modal-submit').click();
    await seen(page.getByTestId('modal-error').getByText('alert(1)'));
    client.post('C0GENERAL', { ts: ts(2), text: nasty, onlyFor: 'U0BEN' });
    await seen(page.getByTestId('only-visible-to-you'));
    expect(await page.locator('img[src=x], script:not([src]), a[href^="javascript"]').count()).toBe(
      0,
    );
    expect(await page.getByTestId('message').count()).toBe(3);
  });
});

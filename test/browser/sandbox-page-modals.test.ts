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
  plain,
  seen,
  whyField,
} from '../support/sandbox-page-browser.ts';

const ok = { ok: true } as const;

let browser: Browser;

describe.skipIf(!chromiumAvailable)('modals on the sandbox page, in a browser', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  it('keeps what is being typed, the focus and an open list through updates of the modal', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL');
    client.offer = () => offered('GitHub');
    const show = (title: string): void =>
      client.showModals('U0BEN', [{ id: 'V1', title, blocks: [appField, whyField] }]);
    show('First');
    const why = field(page, 'why').getByTestId('input');
    await why.pressSequentially('half a sen');
    show('Second');
    await seen(page.getByRole('heading', { name: 'Second' }));
    await page.keyboard.type('tence');
    expect(await why.inputValue()).toBe('half a sentence');

    await field(page, 'app').getByTestId('select').click();
    await page.keyboard.type('git');
    await seen(page.getByTestId('option'));
    show('Third');
    await seen(page.getByRole('heading', { name: 'Third' }));
    await page.keyboard.press('Enter');
    expect(await field(page, 'app').getByTestId('select').inputValue()).toBe('GitHub');
    expect(await why.inputValue()).toBe('half a sentence');
  });

  it('shows errors beside their fields, goes to the first, and blocks the button meanwhile', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL');
    const modal = { id: 'V1', title: 'Request access', blocks: [whyField] };
    const answer = Promise.withResolvers<void>();
    client.react = async (call) => {
      if (call.kind !== 'submit') return ok;
      await answer.promise;
      const errors = { why: 'Say why, please.' };
      client.showModals('U0BEN', [{ ...modal, errors }]);
      return { ok: false, code: 'view_errors', sentence: 'Some fields are wrong.', errors };
    };
    client.showModals('U0BEN', [modal]);
    await page.getByTestId('modal-submit').click();
    await expect.poll(() => page.getByTestId('modal-submit').isDisabled()).toBe(true);
    answer.resolve();
    await seen(field(page, 'why').getByText('Say why, please.'));
    await expect.poll(() => page.getByTestId('modal-submit').isDisabled()).toBe(false);
    await expect.poll(() => page.locator(':focus').getAttribute('data-action-id')).toBe('why');
  });

  it('stacks modals, and closes the top one with Escape, the one below with its button', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL');
    const first = { id: 'V1', title: 'First', blocks: [whyField] };
    client.showModals('U0BEN', [first]);
    await field(page, 'why').getByTestId('input').fill('kept');
    client.showModals('U0BEN', [first, { id: 'V2', title: 'Second', blocks: [] }]);
    await seen(page.getByRole('heading', { name: 'Second' }));
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByTestId('modal').count()).toBe(1);
    expect(await field(page, 'why').getByTestId('input').inputValue()).toBe('kept');
    await page.getByTestId('modal-close').click();
    await expect.poll(() => page.getByTestId('modal').count()).toBe(0);
    await expect
      .poll(() => callsOf(client, 'close').map((call) => call.viewId))
      .toEqual(['V2', 'V1']);
    await expect.poll(() => page.locator(':focus').getAttribute('data-testid')).toBe('composer');
  });

  it('collects several people as chips, and takes one away again', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL');
    client.offer = () => offered('U0ANA', 'U0QUINN');
    const who: ShownBlock = {
      type: 'input',
      block_id: 'who',
      label: plain('Who'),
      element: { type: 'multi_users_select', action_id: 'who', max_selected_items: 2 },
    };
    client.showModals('U0BEN', [{ id: 'V1', title: 'T', blocks: [who] }]);
    for (const name of ['U0ANA', 'U0QUINN']) {
      await field(page, 'who').getByTestId('select').click();
      await page.getByTestId('option').filter({ hasText: name }).click();
    }
    await page.getByRole('button', { name: 'Remove U0ANA' }).click();
    await page.getByTestId('modal-submit').click();
    await expect.poll(() => callsOf(client, 'submit')[0]?.values.who?.who).toEqual(['U0QUINN']);
  });
});

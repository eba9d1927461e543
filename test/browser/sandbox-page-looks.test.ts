/** How the page looks: readable by everybody in both themes, on a wide screen and on a phone. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShownBlock } from '../../sandbox/workspace/client.ts';
import { chromiumAvailable, launchChromium } from '../support/chromium.ts';
import type { FakeWorkspaceClient } from '../support/fake-workspace-client.ts';
import { desktop, phone, violations } from '../support/page-violations.ts';
import {
  appField,
  offered,
  openPage,
  option,
  plain,
  seen,
  ts,
  whyField,
} from '../support/sandbox-page-browser.ts';

const mrkdwn = (text: string) => ({ type: 'mrkdwn', text }) as const;

const card: ShownBlock[] = [
  {
    type: 'header',
    block_id: 'head',
    text: plain('⏳ Ben Okafor wants GitHub · Platform: write for 1 hour'),
  },
  {
    type: 'rich_text',
    block_id: 'why',
    elements: [
      { type: 'rich_text_quote', elements: [{ type: 'text', text: 'INC-42: the lamp is out' }] },
    ],
  },
  { type: 'section', block_id: 'what', text: mrkdwn('*Risk*: medium · *Last used*: `never`') },
  {
    type: 'context',
    block_id: 'foot',
    elements: [mrkdwn('<@U0BEN> or <@U0ANA> · <https://acme.example|The console>')],
  },
  {
    type: 'actions',
    block_id: 'decide',
    elements: [
      { type: 'button', action_id: 'approve', style: 'primary', text: plain('Approve') },
      { type: 'button', action_id: 'deny', style: 'danger', text: plain('Deny') },
      { type: 'overflow', action_id: 'more', options: [option('Reassign'), option('Comment')] },
    ],
  },
];

const form: ShownBlock[] = [
  appField,
  {
    type: 'input',
    block_id: 'who',
    label: plain('Who'),
    hint: plain('Up to five'),
    optional: true,
    element: { type: 'multi_users_select', action_id: 'who' },
  },
  {
    type: 'input',
    block_id: 'how',
    label: plain('How'),
    element: { type: 'radio_buttons', action_id: 'how', options: [option('fast'), option('well')] },
  },
  whyField,
];
const chosen = {
  who: { who: { type: 'multi_users_select', selected_users: ['U0ANA', 'U0BEN', 'U0QUINN'] } },
};

function fill(client: FakeWorkspaceClient): void {
  client.post('C0GENERAL', {
    ts: ts(0),
    from: 'U0ANA',
    text: 'Look: https://acme.example/lamp <@U0BEN>',
    edited: true,
  });
  client.post('C0GENERAL', { ts: ts(1), text: 'card', blocks: card });
  client.post('C0GENERAL', { ts: ts(2), text: 'reply', threadTs: ts(1) });
  client.post('C0GENERAL', { ts: ts(3), text: 'Only you', onlyFor: 'U0BEN' });
  client.post('C0REVIEWS', { ts: ts(4), text: 'unread' });
  client.showHome('U0BEN', card);
  client.offer = () => offered('GitHub', 'Grafana');
}

let browser: Browser;

describe.skipIf(!chromiumAvailable)('the looks of the sandbox page', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser.close();
  });

  it('passes axe with a card, its menu, the hint and the commands', async () => {
    const { page } = await openPage(browser, '/as/U0BEN/C0GENERAL', fill);
    await page.getByTestId('overflow').click();
    await seen(page.getByTestId('option').first());
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize(desktop);
    await page.getByTestId('composer').fill('/');
    await seen(page.getByTestId('command-option').first());
    expect(await violations(page, [['dark', desktop]])).toEqual([]);
  });

  it('passes axe with a thread, on Home, and with the people to choose from', async () => {
    const { page, visit } = await openPage(
      browser,
      `/as/U0BEN/C0GENERAL?thread=${ts(1)}&message=${ts(2)}`,
      fill,
    );
    expect(
      await violations(page, [
        ['light', desktop],
        ['dark', phone],
      ]),
    ).toEqual([]);
    const home = await visit('/as/U0BEN/DU0BEN?tab=home');
    expect(await violations(home)).toEqual([]);
    await home.getByTestId('menu').click();
    await home.getByTestId('person-picker').click();
    await seen(home.getByTestId('person-U0ANA'));
    expect(await violations(home, [['dark', phone]])).toEqual([]);
  });

  it('passes axe with Slackbot, its calls and its answer', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/slackbot', (opened) => {
      opened.talk = {
        suggestions: ['What do I have?'],
        lines: [
          { id: 'L1', by: 'person', text: 'What do I have?', calls: [] },
          { id: 'L2', by: 'slackbot', text: 'Nothing.', calls: ['my_access()'] },
          { id: 'L3', by: 'slackbot', text: 'https://acme.example/lamp', calls: [] },
        ],
      };
    });
    expect(await violations(page)).toEqual([]);
    await page.getByTestId('slackbot-suggestion').click();
    await expect
      .poll(() => client.calls)
      .toEqual([{ kind: 'askSlackbot', personId: 'U0BEN', text: 'What do I have?' }]);
  });

  it('passes axe with a modal, its errors and an open list', async () => {
    const { client, page } = await openPage(browser, '/as/U0BEN/C0GENERAL', fill);
    const errors = { why: 'Say why, please.', who: 'Too many.' };
    client.showModals('U0BEN', [
      { id: 'V1', title: 'Request access', blocks: form, state: chosen, errors },
    ]);
    await seen(page.getByTestId('modal'));
    await page.getByTestId('select').last().click();
    await seen(page.getByTestId('option').filter({ hasText: 'Grafana' }));
    expect(await violations(page)).toEqual([]);
  });

  it('draws emoji when no font has them', async () => {
    const { page } = await openPage(browser, '/as/U0ANA/C0GENERAL', fill);
    const hourglass = page.locator('h2 .emoji').first();
    await seen(hourglass);
    const look = "getComputedStyle(document.querySelector('h2 .emoji')).backgroundImage";
    const picture = await page.evaluate<string>(look);
    expect(picture).toContain('data:image/svg+xml');
    expect(await hourglass.textContent()).toBe('⏳');
  });

  it('hides the rail on a phone until the menu opens it, and Escape closes it', async () => {
    const { page } = await openPage(browser, '/as/U0BEN/C0GENERAL', fill);
    const reviews = page.getByTestId('channel-C0REVIEWS');
    expect(await reviews.isVisible()).toBe(true);
    expect(await page.getByTestId('menu').isVisible()).toBe(false);
    await page.setViewportSize(phone);
    expect(await reviews.isVisible()).toBe(false);
    await page.getByTestId('menu').click();
    expect(await page.getByTestId('menu').getAttribute('aria-expanded')).toBe('true');
    await page.keyboard.press('Escape');
    expect(await reviews.isVisible()).toBe(false);
    await page.getByTestId('menu').click();
    await reviews.click();
    await page.waitForURL('**/C0REVIEWS');
  });

  it('remembers the theme that somebody switched to', async () => {
    const { page } = await openPage(browser, '/as/U0BEN/C0GENERAL', fill);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.getByTestId('theme').click();
    await page.reload();
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(
      'dark',
    );
  });

  it('scrolls to the message that a link leads to, in its thread, for the same person', async () => {
    const url = (seconds: number, query: string) =>
      `https://acme.slack.com/archives/C0REVIEWS/p${ts(seconds).replace('.', '')}${query}`;
    const { page } = await openPage(browser, '/as/U0ANA/C0GENERAL', (client) => {
      for (let n = 0; n < 60; n += 1)
        client.post('C0REVIEWS', { ts: ts(n), text: `Card ${n}`, blocks: [] });
      client.post('C0REVIEWS', { ts: ts(70), text: 'A reply', threadTs: ts(3) });
      client.post('C0GENERAL', { ts: ts(0), text: `<${url(5, '')}|See the card>` });
      client.post('C0GENERAL', {
        ts: ts(1),
        text: `<${url(70, `?thread_ts=${ts(3)}&amp;cid=C0REVIEWS`)}|See the reply>`,
      });
    });
    await page.getByText('See the card').click();
    await page.waitForURL('**/as/U0ANA/C0REVIEWS?**');
    const linked = page.locator('.message.linked');
    expect(await linked.textContent()).toContain('Card 5');
    await expect.poll(async () => (await linked.boundingBox())?.y).toBeGreaterThan(100);
    expect((await linked.boundingBox())?.y).toBeLessThan(700);
    await page.goBack();
    await page.getByText('See the reply').click();
    await seen(page.getByTestId('thread').locator('.linked').getByText('A reply'));
  });
});

/**
 * The bot's own card, form and Home on the sandbox's page, in both languages. They take the
 * pictures of the documentation too: `UPDATE_PICTURES=1 npx vitest run
 * test/browser/pictures.test.ts`.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { animatedPicture } from '../support/animated-picture.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { chromiumAvailable, launchChromium } from '../support/chromium.ts';
import { openWorld } from '../support/open-world.ts';
import { desktop, type Look, phone, violations } from '../support/page-violations.ts';
import { testSettings } from '../support/test-settings.ts';

/** The looks that differ most; the page's own tests have all four. */
const looks: readonly Look[] = [
  ['light', desktop],
  ['dark', phone],
];
const isTaken = process.env.UPDATE_PICTURES === '1';
const pictures = fileURLToPath(new URL('../../docs/pictures/', import.meta.url));

let browser: Browser;

describe.skipIf(!chromiumAvailable)('in Chromium', () => {
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  describe.each([
    {
      language: 'en' as const,
      requester: 'BEN',
      reviewer: 'ANA',
      command:
        '/request-access github platform write for 1h because INC-42: the 7:40 ferry has no departure slots',
    },
    {
      language: 'de' as const,
      requester: 'JONAS',
      reviewer: 'JONAS',
      command:
        '/request-access github platform write für 1h weil INC-42: Die Fähre um 7:40 hat keine Abfahrtszeit',
    },
  ])('the bot’s surfaces in $language', ({ language, requester, reviewer, command }) => {
    let world: BotWorld;
    beforeAll(async () => {
      world = await openWorld({ settings: testSettings({ language }) });
    });
    afterAll(() => world?.close());

    async function openAs(person: string, conversation: string): Promise<Page> {
      const context = await browser.newContext({ viewport: desktop, deviceScaleFactor: 1 });
      // Every page that is open draws every change anew.
      onTestFinished(() => context.close());
      const page = await context.newPage();
      await page.goto(`${world.slack.url}/as/U0${person}/${conversation}`);
      return page;
    }

    async function picture(page: Page, shown: Locator, name: string): Promise<void> {
      if (!isTaken) return;
      await page.setViewportSize({ width: 900, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await shown.screenshot({
          path: `${pictures}${name}-${language}-${colorScheme}.png`,
          animations: 'disabled',
        });
      }
    }

    /** For the animation of README: from the command to the access. */
    const frames: Buffer[] = [];
    async function frame(page: Page, shown: Locator): Promise<void> {
      if (!isTaken || language !== 'en') return;
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1_000, height: 620 });
      await shown.scrollIntoViewIfNeeded();
      frames.push(await page.screenshot({ animations: 'disabled' }));
    }

    it('can be read by everybody, on a phone too: form, card and Home', async () => {
      const page = await openAs(requester, 'C0GENERAL');
      await page.getByTestId('composer').fill(command);
      await frame(page, page.getByTestId('composer'));
      await page.keyboard.press('Enter');
      const modal = page.getByTestId('modal');
      await modal.getByTestId('chosen').filter({ hasText: 'Platform: write' }).waitFor();
      expect(await violations(page, looks)).toEqual([]);
      await picture(page, modal, 'form');
      await frame(page, modal);
      await page.getByTestId('modal-submit').click();
      await until('the card is there', () => world.cards(`U0${reviewer}`, 'C0REVIEWS')[0]);
      for (const view of world.client.openViews(`U0${requester}`))
        await world.client.closeView(`U0${requester}`, view.id);

      const review = await openAs(reviewer, 'C0REVIEWS');
      const card = review.getByTestId('message').filter({ hasText: 'INC-42' });
      await card.getByTestId('action').first().waitFor();
      expect(await violations(review, looks)).toEqual([]);
      await picture(review, card, 'card');
      await frame(review, card);

      const home = await openAs(requester, `D0${requester}?tab=home`);
      await home.getByTestId('home').getByText('Platform: write').first().waitFor();
      expect(await violations(home, looks)).toEqual([]);
      await picture(home, home.getByTestId('home-pane'), 'home');

      if (frames.length === 0) return;
      await card.getByRole('button', { name: 'Approve' }).click();
      await card.getByText('✅').waitFor();
      await frame(review, card);
      const direct = await openAs(requester, `D0${requester}`);
      await frame(direct, direct.getByText(/You have .+ until/));
      await home.getByText('until').first().waitFor();
      await frame(home, home.getByTestId('home-pane'));
      await writeFile(`${pictures}story.png`, animatedPicture(frames, 2.5));
    });
  });
});

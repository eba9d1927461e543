/**
 * What a newcomer clicks, as far as the bot and the page show it only together. It takes the
 * pictures of sandbox/README.md too: `UPDATE_PICTURES=1 npx vitest run test/browser/story.test.ts`.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../support/bot-world.ts';
import { chromiumAvailable, launchChromium } from '../support/chromium.ts';
import { copyPreparedFolder } from '../support/database.ts';
import { pageToldBy, startProgram } from '../support/program.ts';
import type { StartedProcess } from '../support/started-process.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What a newcomer does in the first minute after `npm start`, by clicking. */
describe.skipIf(!chromiumAvailable)('the story of the README, in Chromium', () => {
  let browser: Browser;
  let bot: StartedProcess;
  let url: string;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  const complaints: string[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    await copyPreparedFolder(folder.path);
    bot = startProgram('src/main.ts', [], { PORT: '0', DATA_DIR: folder.path });
    url = await pageToldBy(bot);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await bot?.end('SIGTERM');
    await folder?.remove();
  });

  async function openAs(path: string): Promise<Page> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 860 },
      deviceScaleFactor: 1,
    });
    // Every page that is open draws every change anew.
    onTestFinished(() => context.close());
    // Longer than anything takes on a busy machine, and shorter than the test.
    context.setDefaultTimeout(100_000);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(url + path);
    return page;
  }

  async function take(page: Page, name: string): Promise<void> {
    if (process.env.UPDATE_PICTURES === '1')
      await page.screenshot({ path: join(root, `docs/pictures/${name}.png`) });
  }

  async function pick(page: Page, label: string, typed: string, option: string): Promise<void> {
    await page.getByRole('combobox', { name: label }).click();
    await page.keyboard.type(typed);
    await page.getByTestId('option').filter({ hasText: option }).first().click();
  }

  /**
   * Slack tells a person whose click the bot does not acknowledge within 3 s, as on a busy machine, and
   * they press again. A draft is sent once.
   */
  async function press(button: Locator, outcome: Locator): Promise<void> {
    const isThere = async () => {
      if (await button.isVisible()) await button.click();
      await outcome.waitFor({ timeout: 15_000 });
      return true;
    };
    await expect.poll(isThere, { timeout: 100_000 }).toBe(true);
  }

  it('goes from the slash command to the card that says granted', async () => {
    const ben = await openAs('/');
    await ben.getByTestId('composer').fill('/request-access');
    await ben.keyboard.press('Enter');
    await ben.getByTestId('modal').waitFor();
    await pick(ben, 'App', 'git', 'GitHub');
    await ben.getByRole('combobox', { name: 'Role or permission' }).waitFor();
    await pick(ben, 'Role or permission', 'plat wri', 'Platform: write');
    await ben.getByText('At most 7 days').waitFor();
    await ben
      .getByRole('textbox', { name: 'Why you need it' })
      .fill('INC-42: the 7:40 ferry has no departure slots');
    await ben.getByTestId('modal-submit').click();
    await ben.getByText('Submitted. I’ll message you about it.').waitFor();
    await closeModal(ben);

    const ana = await openAs('/as/U0ANA/C0REVIEWS');
    const card = ana
      .getByTestId('message')
      .filter({ hasText: 'INC-42: the 7:40 ferry has no departure slots' });
    await card.getByText('Waiting for').waitFor();
    await card.getByRole('button', { name: 'Approve' }).click();
    // Live, without a reload.
    await card.getByText('✅').waitFor();
    await card.getByText('Approved by').waitFor();
    expect(await card.getByRole('button', { name: 'Approve' }).count()).toBe(0);

    await ben.getByTestId('channel-D0BEN').click();
    await ben.getByText(/You have .+ until/).waitFor();
    // The link to the card opens it for Ben, scrolled to.
    await ben.getByTestId('messages').locator('a[href*="message="]').last().click();
    await ben.waitForURL('**/as/U0BEN/C0REVIEWS?message=**');
    await ben.locator('.message.linked').filter({ hasText: 'INC-42: the 7:40 ferry' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('moves the time in the drawer, and the reviewers are reminded', async () => {
    const dara = await openAs('/as/U0DARA/C0GENERAL');
    await command(dara, '/request-access');
    await pick(dara, 'App', 'git', 'GitHub');
    await dara.getByRole('combobox', { name: 'Role or permission' }).waitFor();
    await pick(dara, 'Role or permission', 'platform read', 'Platform: read');
    await dara.getByText('At most 30 days').waitFor();
    await dara.getByRole('textbox', { name: 'Why you need it' }).fill('The lamp of north rock');
    await dara.getByTestId('modal-submit').click();
    await dara.getByText('Submitted. I’ll message you about it.').waitFor();
    await closeModal(dara);

    const ana = await openAs('/as/U0ANA/D0ANA');
    await ana.getByText('Time, weather and a tour').click();
    const time = ana.getByTestId('sandbox-time');
    const before = await time.textContent();
    await ana.getByTestId('time-hour').click();
    await expect.poll(() => time.textContent()).not.toBe(before);
    const reminder = ana.getByTestId('message').filter({ hasText: 'your decision:' });
    const goOn = async () => {
      await ana.getByTestId('time-due').click();
      return reminder.count();
    };
    await expect.poll(goOn, { interval: 1_500 }).toBeGreaterThan(0);
    await take(ana, 'sandbox-drawer');
    expect(complaints).toEqual([]);
  });

  it('shows that tampering with the audit trail is found, and the report', async () => {
    const hana = await openAs('/as/U0HANA/C0GENERAL');
    await hana.getByText('Time, weather and a tour').click();
    expect(await hana.getByTestId('tour-working').isVisible()).toBe(false);
    await hana.getByTestId('tour-tamper').click();
    await hana.getByTestId('tour-working').waitFor();
    await expect.poll(() => hana.getByTestId('sandbox-tour').textContent()).toContain('changed');
    await hana.getByTestId('tour-working').waitFor({ state: 'hidden' });
    await take(hana, 'sandbox-tour');
    await hana.getByTestId('tour-report').click();
    await hana.waitForURL('**/report');
    await hana.getByRole('heading').first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('drafts what Emil tells Slackbot, and asks for it when he presses Send', async () => {
    const emil = await openAs('/as/U0EMIL/slackbot');
    await emil.getByTestId('slackbot-suggestion').filter({ hasText: 'INC-42' }).click();
    const draft = emil.getByTestId('slackbot-line').getByRole('link').first();
    await draft.waitFor();
    await take(emil, 'sandbox-slackbot');
    await draft.click();
    // Only in the draft: the composer of the page before has a button of this name, too.
    const message = emil.getByTestId('message');
    const send = message.getByRole('button', { name: 'Send' }).first();
    await press(send, emil.getByText('You sent this.'));
    const ana = await openAs('/as/U0ANA/C0REVIEWS');
    await ana.getByText('drafted by Slackbot').first().waitFor();
    expect(complaints).toEqual([]);
  });

  /** A page that is gone before Slack heard of it would leave the modal open on the next. */
  async function closeModal(page: Page): Promise<void> {
    await Promise.all([page.waitForResponse(/\/close$/), page.getByTestId('modal-close').click()]);
  }

  async function command(page: Page, words: string): Promise<void> {
    await page.getByTestId('composer').fill(words);
    await page.keyboard.press('Enter');
    await page.getByTestId('modal').waitFor();
  }

  it('asks the requester, decides on Home, extends, and withdraws from the requester’s message', async () => {
    const keiko = await openAs('/as/U0KEIKO/C0GENERAL');
    await command(
      keiko,
      '/request-access github platform read for 1h because AUDIT-3: who may merge',
    );
    await keiko.getByTestId('chosen').filter({ hasText: 'Platform: read' }).waitFor();
    await keiko.getByTestId('modal-submit').click();
    await keiko.getByText('Submitted. I’ll message you about it.').waitFor();
    await closeModal(keiko);
    const ana = await openAs('/as/U0ANA/C0REVIEWS');
    const card = ana.getByTestId('message').filter({ hasText: 'AUDIT-3: who may merge' });
    await card.getByTestId('overflow').click();
    await ana.getByTestId('option').filter({ hasText: 'Ask the requester', visible: true }).click();
    await ana.getByTestId('modal').getByRole('textbox').fill('Which month?');
    await ana.getByTestId('modal-submit').click();

    await keiko.getByTestId('channel-D0KEIKO').click();
    const question = keiko.getByTestId('message').filter({ hasText: 'Which month?' });
    await question.waitFor();
    await take(keiko, 'sandbox-question');
    await question.getByRole('button', { name: 'Answer' }).click();
    await keiko.getByTestId('modal').getByRole('textbox').fill('October');
    await keiko.getByTestId('modal-submit').click();
    await card.getByText('October').waitFor();

    const queue = await openAs('/as/U0ANA/D0ANA?tab=home');
    await queue.getByText(/Keiko .*wants GitHub · Platform: read/).waitFor();
    await take(queue, 'sandbox-queue');
    await queue.getByRole('button', { name: 'Approve' }).last().click();
    await keiko.getByText(/You have .+ until/).waitFor();

    const home = await openAs('/as/U0KEIKO/D0KEIKO?tab=home');
    await home.getByRole('button', { name: 'Extend' }).click();
    await home.getByTestId('modal').getByText('Platform: read').first().waitFor();
    await take(home, 'sandbox-extend');
    await home.getByTestId('modal-submit').click();
    await home.getByText('Submitted. I’ll message you about it.').waitFor();
    await closeModal(home);

    const told = keiko.getByTestId('message').filter({ hasText: 'is with the reviewers' }).last();
    await told.getByRole('button', { name: 'Withdraw' }).click();
    await keiko.getByTestId('confirm-ok').filter({ visible: true }).click();
    const over = keiko.getByTestId('message').filter({ hasText: 'You withdrew your request for' });
    await over.waitFor();
    expect(await over.getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
    await take(keiko, 'sandbox-withdrawn');
    expect(complaints).toEqual([]);
  });
});

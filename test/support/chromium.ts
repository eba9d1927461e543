/**
 * Chromium for the browser tests. Without it they are skipped, loudly; with REQUIRE_CHROMIUM=1 its
 * absence is a failure. CHROMIUM_PATH names the executable where it is not at a usual place.
 */
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const candidates = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const executablePath = candidates.find(
  (path) => path !== undefined && path !== '' && existsSync(path),
);

/**
 * For `describe.skipIf(!chromiumAvailable)`. True too where its absence has to fail: then
 * `launchChromium` throws.
 */
export const chromiumAvailable =
  executablePath !== undefined || process.env.REQUIRE_CHROMIUM === '1';

if (!chromiumAvailable) {
  const line = '!'.repeat(100);
  process.stderr.write(
    `\n${line}\n!!  BROWSER TESTS ARE SKIPPED: no Chromium found. Install it (apt-get install chromium) or set CHROMIUM_PATH.\n${line}\n\n`,
  );
}

/**
 * Takes the place of Playwright's own list. The first two draw the window's address bar as pages,
 * in a process of their own for each context, which took as long as the pages under test.
 */
const without = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
];

/** A headless browser; the caller closes it. Throws where there is no Chromium. */
export async function launchChromium(): Promise<Browser> {
  if (executablePath === undefined) {
    throw new Error(
      'REQUIRE_CHROMIUM=1, but no Chromium was found: apt-get install chromium, or set CHROMIUM_PATH',
    );
  }
  return await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--disable-background-networking',
      `--disable-features=${without.join(',')}`,
    ],
  });
}

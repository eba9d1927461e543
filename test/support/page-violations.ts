/**
 * What axe finds wrong with a page, and whether it scrolls sideways: in both themes, on a wide
 * screen and on a phone.
 */
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

export const desktop = { width: 1280, height: 860 };
export const phone = { width: 390, height: 844 };

export type Look = readonly ['light' | 'dark', { readonly width: number; readonly height: number }];

const everyLook: readonly Look[] = [
  ['light', desktop],
  ['dark', desktop],
  ['light', phone],
  ['dark', phone],
];

const axePath = fileURLToPath(import.meta.resolve('axe-core/axe.min.js'));

/** The rule, then where; empty if all is well. The page is left in the last look. */
export async function violations(
  page: Page,
  looks: readonly Look[] = everyLook,
): Promise<string[]> {
  await page.evaluate(await readFile(axePath, 'utf8'));
  const found: string[] = [];
  for (const [colorScheme, size] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize(size);
    const rules: string[] = await page.evaluate(
      `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))`,
    );
    found.push(...rules.map((rule) => `${colorScheme}, ${size.width} px: ${rule}`));
    const tooWide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    if (tooWide === true) found.push(`${colorScheme}, ${size.width} px: scrolls sideways`);
  }
  return found;
}

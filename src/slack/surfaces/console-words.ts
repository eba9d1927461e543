import { cardUrlLength } from '../limits.ts';
import type { Texts } from '../texts/texts.ts';
import { link } from './text.ts';

/** The governance console inside a sentence: as a link where one is configured whose length fits. */
export function consoleWords({ home }: Texts, consoleUrl: string | null): string {
  return consoleUrl === null || consoleUrl.length > cardUrlLength ? home.console : link(consoleUrl, home.console);
}

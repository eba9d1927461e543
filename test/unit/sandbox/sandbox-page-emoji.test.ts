import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { emojiFor } from '../../../sandbox/workspace/page/emoji.ts';
import {
  emoji,
  emojiPictures,
  emojiStyle,
  withPictures,
} from '../../../sandbox/workspace/page/emoji-pictures.ts';

const slack = new URL('../../../src/slack/', import.meta.url);

/** Emoji in what the bot writes to people. */
function emojiOfTheBot(): ReadonlySet<string> {
  const files = readdirSync(slack, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const sources = files.map((name) => readFileSync(new URL(name, slack), 'utf8'));
  return new Set(sources.join('').match(/\p{Extended_Pictographic}/gu));
}

describe('emoji on the page', () => {
  it('each have a picture if the bot writes them', () => {
    const written = [...emojiOfTheBot()];
    expect(written).toContain('⏳');
    expect(written.filter((one) => !Object.hasOwn(emojiPictures, one))).toEqual([]);
  });

  it('have a picture when they are typed by name', async () => {
    expect((await emoji(emojiFor('warning') ?? '')).toString()).toBe(
      '<span class="emoji drawn e-26a0">⚠️</span>',
    );
  });

  it('stay in the text, so that they can be copied and read aloud', async () => {
    expect((await withPictures('🔒 #7 · <GitHub> ✅')).toString()).toBe(
      '<span class="emoji drawn e-1f512">🔒</span> #7 · &lt;GitHub&gt; <span class="emoji drawn e-2705">✅</span>',
    );
    expect((await withPictures('no emoji & no markup')).toString()).toBe(
      'no emoji &amp; no markup',
    );
  });

  it('stay characters when there is no picture', async () => {
    expect((await withPictures('🛶')).toString()).toBe('🛶');
    expect((await emoji('🛶')).toString()).toBe('<span class="emoji">🛶</span>');
  });

  it('load nothing from elsewhere', () => {
    const addresses = [...emojiStyle().matchAll(/url\("([^"]*)"\)/g)].map(
      ([, address]) => address ?? '',
    );
    expect(addresses).toHaveLength(Object.keys(emojiPictures).length);
    expect(addresses.every((address) => address.startsWith('data:image/svg+xml,'))).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durationWords } from '../../../src/slack/card/task-words.ts';
import {
  channelLink,
  cut,
  cutMarked,
  link,
  listed,
  marked,
  mention,
  moment,
  name,
  oneLine,
  option,
  plain,
} from '../../../src/slack/platform/text.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { processorMs } from '../../support/processor-time.ts';
import { anyText } from '../../support/slack-limits.ts';

const texts = textsFor('en');

describe('a cut', () => {
  it('is not made when the text fits', () => {
    expect(cut('12345', 5)).toBe('12345');
  });

  it('is visible, and counts as one of the characters', () => {
    expect(cut('123456', 5)).toBe('1234…');
  });

  it('is never inside what a reader takes for one character', () => {
    expect(cut('ab👩‍👩‍👧‍👦c', 8)).toBe('ab…');
    expect(cut('a😀😀', 3)).toBe('a…');
    expect(cut('ne\u0301e\u0301', 4)).toBe('ne\u0301…');
  });

  it('ends at a limit when combining marks are piled up', () => {
    const cutText = cut(`e${'\u0301'.repeat(5_000)}`, 100);
    expect(cutText).toHaveLength(100);
  });

  it('keeps a beginning of the text, as long as fits, in whole characters', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 300 }), (text, limit) => {
        const shown = cut(text, limit);
        expect(shown.length).toBeLessThanOrEqual(limit);
        expect(shown === text || text.startsWith(shown.slice(0, -1))).toBe(true);
        expect(shown.isWellFormed() || !text.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('a text that is much longer than it may be', () => {
  const long = 40_000;

  it.each([
    ['after blanks', ' '.repeat(long), 'Ana', 'Ana'],
    ['after control characters', '\u0001'.repeat(long), 'Ana', 'Ana'],
    ['between blanks', `Ana${' '.repeat(long)}`, 'Ben', 'Ana Ben'],
    ['after characters that nobody sees', '\u2800'.repeat(long), '', '–'],
  ])('is a name with all its words %s', (_where, before, after, shown) => {
    expect(name(before + after, 20)).toBe(shown);
  });

  it('is plain text with all its words after control characters', () => {
    expect(plain(`${'\u0001'.repeat(long)}Ana`, 20).text).toBe('Ana');
  });

  it('ends in whole characters where only its beginning is read', () => {
    expect(name('é'.repeat(long), 5)).toBe('éééé…');
    expect(name('😀'.repeat(long), 6)).toBe('😀😀…');
    expect(plain('ne\u0301'.repeat(long), 4).text).toBe('ne\u0301…');
    expect(plain('Überfähre', 5).text).toBe('Über…');
  });

  it('costs no more than a short one', () => {
    const texts = ['a', '😀', 'ä '].map((part) => part.repeat(1_000_000));
    let shown = 0;
    const spentMs = processorMs(() => {
      for (let times = 0; times < 200; times += 1)
        for (const text of texts) shown += name(text).length + plain(text, 75).text.length;
    });
    expect(shown).toBeGreaterThan(0);
    // Read to their ends, they take 10 s.
    expect(spentMs).toBeLessThan(2_000);
  });
});

describe('an option', () => {
  it('shows both ends of a long name, so that those that begin alike can be told apart', () => {
    const labels = ['reader', 'owner'].map(
      (end) => option(`${'Shared '.repeat(14)}${end}`, end).text.text,
    );
    expect(labels).toEqual([
      'Shared Shared Shared Shared Shared Sh…ed Shared Shared Shared Shared reader',
      'Shared Shared Shared Shared Shared Sh…red Shared Shared Shared Shared owner',
    ]);
  });
});

describe('a cut in our own words', () => {
  it.each(['<@U0ANA>', '&lt;', '<https://acme.example|Card>', '<!date^1^{date}|then>'])(
    'leaves %s whole',
    (part) => {
      for (let limit = 4; limit < part.length + 8; limit += 1) {
        const shown = cutMarked(`Hi ${part} there`, limit);
        expect(shown.length).toBeLessThanOrEqual(limit);
        expect(shown.replace(part, '')).toMatch(/^Hi {0,2}t?h?e?r?…$/);
      }
    },
  );

  it('changes nothing when the text fits', () => {
    expect(cutMarked('<@U0ANA>', 8)).toBe('<@U0ANA>');
  });
});

describe('text as typed', () => {
  it('is shown as typed', () => {
    expect(plain('*a* <!channel> &amp; :tada:', 100)).toEqual({
      type: 'plain_text',
      text: '*a* <!channel> &amp; :tada:',
      emoji: false,
    });
  });

  it.each(['', '  ', '\n', '\u0000\u0007'])('is a dash where %j says nothing', (text) => {
    expect(plain(text, 100).text).toBe('–');
  });

  it('loses half characters and control characters, but no line break', () => {
    expect(plain('a\uD83Db\u0000c\r\n\td', 100).text).toBe('a\uFFFDbc\n\td');
  });
});

describe('marks that reorder text', () => {
  const all = ['\u061C', '\u200E', '\u200F', '\u202A', '\u202B', '\u202C', '\u202D', '\u202E'];
  const isolates = ['\u2066', '\u2067', '\u2068', '\u2069'];

  it.each([...all, ...isolates])('%j is shown and not obeyed', (mark) => {
    const shown = `a⟨U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩b`;
    const typed = `a${mark}b`;
    expect(name(typed)).toBe(shown);
    expect(oneLine(typed)).toBe(shown);
    expect(plain(typed, 100).text).toBe(shown);
    expect(marked(typed).text).toBe(shown);
  });
});

describe('a name in our own words', () => {
  it('pings nobody and links nothing', () => {
    expect(name('<!channel> & <@U0ANA>')).toBe('&lt;!channel&gt; &amp; &lt;@U0ANA&gt;');
  });

  it('typed with entities is shown with them', () => {
    expect(name('&amp;')).toBe('&amp;amp;');
  });

  it('formats nothing', () => {
    expect(name('*b* _i_ ~s~ `c` :tada:')).not.toMatch(/[*~`]|(?<!\w)_|_(?!\w)|:tada:/);
  });

  it('keeps the signs that format nothing', () => {
    expect(name('prod_db_admin: read, 10:30')).toBe('prod_db_admin: read, 10:30');
  });

  it('stands on one line', () => {
    expect(name(' a\n\n b\u0000c ')).toBe('a b c');
  });

  it.each(['', ' \n', '\u3164', '\u200B\u2800'])('is a dash where it is %j', (text) => {
    expect(name(text)).toBe('–');
    expect(plain(text, 9).text).toBe('–');
  });

  it('is as long as it may be, escapes included, and none of them is cut', () => {
    expect(name('&'.repeat(100), 12)).toBe('&amp;&amp;…');
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 300 }), (text, limit) => {
        const shown = name(text, limit);
        expect(shown.length).toBeLessThanOrEqual(limit);
        expect(shown.replaceAll(/&(?:amp|lt|gt);/g, '')).not.toMatch(/[<>&*`~\n]/);
        expect(shown.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('links and moments', () => {
  it('an id that was forged mentions nobody else', () => {
    expect(mention('U0ANA')).toBe('<@U0ANA>');
    expect(mention('U0ANA> <!channel')).toBe('<@U0ANAchannel>');
  });

  it('a link ends where it should', () => {
    expect(link('https://acme.example/?a=1&b=<2>|3 4', 'A & B')).toBe(
      '<https://acme.example/?a=1&amp;b=%3C2%3E%7C3%204|A &amp; B>',
    );
  });

  it('a moment is shown in each reader’s zone, and in UTC when Slack cannot', () => {
    expect(moment(new Date('2026-03-02T12:00:59.999Z'))).toBe(
      '<!date^1772452859^{date_short_pretty}, {time}|2026-03-02 12:00 UTC>',
    );
  });

  it('a channel is linked, a conversation with one person is not', () => {
    expect([channelLink(texts, 'C0REVIEWS'), channelLink(texts, 'G0PRIVATE')]).toEqual([
      '<#C0REVIEWS>',
      '<#G0PRIVATE>',
    ]);
    expect([channelLink(texts, 'D0BEN'), channelLink(texts, 'U0BEN')]).toEqual(
      Array(2).fill('your direct messages'),
    );
  });

  it('our own words are never re-read for links', () => {
    expect(marked('see https://acme.example')).toMatchObject({ verbatim: true });
  });
});

it('names are listed as one says them', () => {
  expect(
    [[], ['Ana'], ['Ana', 'Ben'], ['Ana', 'Ben', 'Cho']].map((parts) => listed(texts, parts, 'or')),
  ).toEqual(['', 'Ana', 'Ana or Ben', 'Ana, Ben or Cho']);
});

it.each([
  [null, 'until revoked'],
  [0, '0 seconds'],
  [1, '1 second'],
  [59.6, '1 minute'],
  [60, '1 minute'],
  [90, '1 minute 30 seconds'],
  [3_600, '1 hour'],
  [5_400, '90 minutes'],
  [5_401, '1 hour 30 minutes'],
  [7_200, '2 hours'],
  [86_400, '1 day'],
  [129_600, '1 day 12 hours'],
  [86_460, '1 day 1 minute'],
  [90_061, '1 day 1 hour'],
  [604_800, '7 days'],
  [-5, '0 seconds'],
])('%j seconds are “%s”', (seconds, words) => {
  expect(durationWords(texts, seconds)).toBe(words);
});

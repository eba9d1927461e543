import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mrkdwn } from '../../../sandbox/workspace/page/mrkdwn.ts';
import type { Reader } from '../../../sandbox/workspace/page/reader.ts';
import { slackDate } from '../../../sandbox/workspace/page/slack-date.ts';

const reader: Reader = {
  personId: 'U0BEN',
  timeZone: 'Africa/Lagos',
  locale: 'en-GB',
  now: new Date('2026-11-21T12:00:00Z'),
  personName: (id) => (id === 'U0ANA' ? 'Ana Lindqvist' : null),
  channelName: (id) => (id === 'C0REVIEWS' ? 'access-reviews' : null),
  sees: (id) => ['C0REVIEWS', 'D0BEN'].includes(id),
  groupHandle: (id) => (id === 'S0ONCALL' ? 'on-call' : null),
};

function shown(text: string): string {
  const markup = mrkdwn(reader, text);
  if (markup instanceof Promise) throw new Error('mrkdwn is rendered at once');
  return markup.toString().replace(/^<span class="lines">(.*)<\/span>$/s, '$1');
}

describe('mrkdwn as Slack shows it', () => {
  it.each([
    ['*bold* _italic_ ~gone~', '<b>bold</b> <i>italic</i> <s>gone</s>'],
    ['*_both_*', '<b><i>both</i></b>'],
    ['snake_case_name and 2*3*4', 'snake_case_name and 2*3*4'],
    ['* not bold *', '* not bold *'],
    [
      '*a_b <https://x.example/a_b|c*d> e*',
      '<b>a_b <a href="https://x.example/a_b" target="_blank" rel="noopener noreferrer">c*d</a> e</b>',
    ],
    ['`*code* &lt;b&gt;`', '<code>*code* &lt;b&gt;</code>'],
    ['one\ntwo', 'one<br>two'],
    ['a &amp; b &lt;c&gt;', 'a &amp; b &lt;c&gt;'],
    [
      ':tada: :no_such_emoji:',
      '<span class="emoji drawn e-1f389" title=":tada:">🎉</span> :no_such_emoji:',
    ],
    ['at 10:30:45', 'at 10:30:45'],
    ['<!here>', '<span class="mention group">@here</span>'],
    ['<!subteam^S0ONCALL>', '<span class="mention group">@on-call</span>'],
    ['<!subteam^S9|@others>', '<span class="mention group">@others</span>'],
    ['<#C0REVIEWS>', '<a class="mention" href="/as/U0BEN/C0REVIEWS">#access-reviews</a>'],
    ['<@U0ANA>', '<span class="mention" data-person="U0ANA">@Ana Lindqvist</span>'],
    ['<@U0BEN|ben>', '<span class="mention own" data-person="U0BEN">@ben</span>'],
  ])('%s', (text, markup) => {
    expect(shown(text)).toBe(markup);
  });

  it('makes a quote of lines that begin with >, escaped or not, and of everything after >>>', () => {
    expect(shown('&gt; a\n> b\nc')).toBe(
      '<blockquote>a<br>b</blockquote><span class="lines">c</span>',
    );
    expect(shown('&gt;&gt;&gt; a\nb')).toBe('<blockquote>a<br>b</blockquote>');
  });

  it('keeps a code block to the letter', () => {
    expect(shown('look:\n```\n*a* &lt;b&gt;\n```')).toContain('<pre>*a* &lt;b&gt;\n</pre>');
  });

  it('makes a link of a bare address, without the full stop after it', () => {
    expect(shown('see https://acme.example/a?b=1&amp;c=2.')).toBe(
      'see <a href="https://acme.example/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">https://acme.example/a?b=1&amp;c=2</a>.',
    );
  });

  it.each([
    [
      '<https://acme.slack.com/archives/C0REVIEWS/p1795000000000100|See the card>',
      'C0REVIEWS?message=1795000000.000100',
    ],
    [
      '<http://127.0.0.1:3000/archives/D0BEN/p1795000001000100?thread_ts=1795000000.000100&amp;cid=D0BEN|See it>',
      'D0BEN?thread=1795000000.000100&amp;message=1795000001.000100',
    ],
    ['<https://acme.slack.com/archives/C0REVIEWS|The channel>', 'C0REVIEWS'],
  ])('opens a link to a message for the same reader, in the same tab: %s', (text, address) => {
    expect(shown(text)).toMatch(
      new RegExp(`^<a href="/as/U0BEN/${address.replaceAll('?', '\\?')}">`),
    );
  });

  it('leaves a link to a conversation that the reader is not in as it is', () => {
    expect(shown('<https://acme.slack.com/archives/C0SECRET/p1795000000000100|x>')).toContain(
      'target="_blank"',
    );
  });

  it.each([
    '<javascript:alert(1)|click>',
    '<data:text/html,x|click>',
    '<!date^0^{date}^javascript:alert(1)|x>',
    '<img src=x onerror=alert(1)>',
    '<script>alert(1)</script>',
    '"><svg onload=alert(1)>',
    '<https://x.example/" onmouseover="alert(1)|y>',
    '<@U0X|<b>>',
    '*<hx-partial hx-target="body">*',
  ])('lets nothing of %s become markup', (text) => {
    expect(shown(text)).not.toMatch(/<(script|svg|img|hx-)|href="(?!https?:)|" on/);
  });

  it('produces only its own tags from any text', () => {
    const noise = fc.stringMatching(/^[<>&"'`*_~|!@#^:\n a-zA/=()-]{0,60}$/);
    fc.assert(
      fc.property(noise, (text) => {
        const tags = [...shown(text).matchAll(/<\/?([a-z]+)/g)].map((match) => match[1]);
        const own = new Set([
          'a',
          'b',
          'i',
          's',
          'br',
          'code',
          'pre',
          'blockquote',
          'span',
          'time',
        ]);
        expect(tags.filter((tag) => !own.has(tag ?? ''))).toEqual([]);
      }),
    );
  });
});

describe('dates in mrkdwn', () => {
  const unix = Date.parse('2026-11-21T23:30:00Z') / 1000;

  it('are shown in the zone of the person who reads', () => {
    expect(slackDate(reader, unix, '{date_num} {time}', 'x')).toBe('2026-11-22 00:30');
    expect(
      slackDate({ ...reader, timeZone: 'America/New_York' }, unix, '{date_num} {time}', 'x'),
    ).toBe('2026-11-21 18:30');
  });

  it('say today, yesterday and tomorrow in the language of the reader', () => {
    const german = { ...reader, locale: 'de-DE' };
    expect(slackDate(german, unix, '{date_short_pretty} um {time}', 'x')).toBe('morgen um 00:30');
    expect(slackDate(german, unix - 86_400, '{date_pretty}', 'x')).toBe('heute');
    expect(slackDate(german, unix - 2 * 86_400, '{date_long_pretty}', 'x')).toBe('gestern');
  });

  it('say today, yesterday and tomorrow in the pretty forms only', () => {
    expect(slackDate(reader, unix, '{date_short_pretty} at {time}', 'x')).toBe('tomorrow at 00:30');
    expect(slackDate(reader, unix, '{date_short} at {time}', 'x')).toBe('22 Nov 2026 at 00:30');
  });

  it('follow the language, with ordinals in American English', () => {
    const american = { ...reader, locale: 'en-US' };
    expect(slackDate(american, unix, '{date}', 'x')).toBe('November 22nd, 2026');
    expect(slackDate({ ...reader, locale: 'de-DE' }, unix, '{date_long}', 'x')).toBe(
      'Sonntag, 22. November 2026',
    );
  });

  it('fall back to the given words for an unknown token or an impossible moment', () => {
    expect(slackDate(reader, unix, '{century}', 'some day')).toBe('some day');
    expect(slackDate(reader, 1e18, '{date}', 'some day')).toBe('some day');
  });

  it('stand in a message with the whole moment in the tooltip', () => {
    expect(shown(`<!date^${unix}^{date_short_pretty} {time}|later>`)).toMatch(
      /^<time title="Sunday.*22 November 2026.*00:30">tomorrow 00:30<\/time>$/,
    );
  });
});

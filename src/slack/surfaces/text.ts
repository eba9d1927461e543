import type { MrkdwnElement, PlainTextElement } from '@slack/types';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cuts visibly, never inside a character: "… " at the end says that there is more. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let kept = '';
  for (const { segment } of graphemes.segment(text)) {
    if (kept.length + segment.length > limit - 1) break;
    kept += segment;
  }
  return `${kept}…`;
}

/** Text as typed by people or told by the service: Slack interprets nothing in it. Never empty, which Slack would refuse. */
export function plain(text: string, limit: number): PlainTextElement {
  return { type: 'plain_text', text: cut(text.trim() === '' ? '–' : text, limit), emoji: false };
}

/** Our own words with escaped parts and mentions in them. */
export function marked(text: string): MrkdwnElement {
  return { type: 'mrkdwn', text, verbatim: true };
}

/** A name or a sentence of somebody else's inside our own words: pings nobody, links nothing. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** A name inside our own words: escaped, cut, on one line. */
export function name(text: string, limit = 120): string {
  return escaped(cut(text.replace(/\s+/g, ' ').trim() || '–', limit));
}

export function mention(slackUserId: string): string {
  return `<@${slackUserId}>`;
}

export function channelLink(channel: string): string {
  return /^[CG][A-Z0-9]+$/.test(channel) ? `<#${channel}>` : 'your direct messages';
}

export function link(url: string, label: string): string {
  return `<${url.replaceAll('|', '%7C').replaceAll('>', '%3E').replaceAll('<', '%3C')}|${escaped(label)}>`;
}

/** Each reader sees their own time zone. */
export function moment(at: Date): string {
  const unix = Math.floor(at.getTime() / 1000);
  return `<!date^${unix}^{date_short_pretty} at {time}|${at.toISOString().slice(0, 16).replace('T', ' ')} UTC>`;
}

/** "Ana", "Ana or Ben", "Ana, Ben or Cho". */
export function listed(parts: readonly string[], last: 'and' | 'or'): string {
  if (parts.length <= 1) return parts[0] ?? '';
  return `${parts.slice(0, -1).join(', ')} ${last} ${parts.at(-1) ?? ''}`;
}

/** The control sequences of mrkdwn, between `<` and `>`: links, mentions, broadcasts and dates. */
import { html } from 'hono/html';
import type { Html } from './html.ts';
import { linkTo } from './links.ts';
import type { Reader } from './reader.ts';
import { fullMoment, slackDate } from './slack-date.ts';
import { unescapeSlack } from './slack-entities.ts';

/** A person, by name; one's own mention stands out. */
function personMention(reader: Reader, id: string, fallback: string | null): Html {
  const own = id === reader.personId ? ' own' : '';
  return html`<span class="mention${own}" data-person="${id}">@${reader.personName(id) ?? fallback ?? id}</span>`;
}

function channelMention(reader: Reader, id: string, fallback: string | null): Html {
  return html`<a class="mention" href="/as/${reader.personId}/${encodeURIComponent(id)}">#${reader.channelName(id) ?? fallback ?? id}</a>`;
}

/** `@here`, `@channel`, `@everyone`, or a user group by its handle. */
function groupMention(name: string): Html {
  return html`<span class="mention group">@${name}</span>`;
}

/** A date in the reader's zone, the whole moment in the tooltip. */
export function dateMention(
  reader: Reader,
  unix: number,
  pattern: string,
  fallback: string,
  url: string | null,
): Html {
  const at = new Date(unix * 1000);
  const title = Number.isNaN(at.getTime()) ? '' : fullMoment(reader, at);
  const text = slackDate(reader, unix, pattern, fallback);
  const shown = html`<time title="${title}">${text}</time>`;
  const link = url === null ? null : linkTo(reader, url);
  return link === null ? shown : html`<a ${link}>${shown}</a>`;
}

/** @param body what stands between the brackets, still with Slack's entities. */
export function control(reader: Reader, body: string): Html {
  const bar = body.indexOf('|');
  const target = unescapeSlack(bar < 0 ? body : body.slice(0, bar));
  const label = bar < 0 ? null : unescapeSlack(body.slice(bar + 1));
  if (/^@[UW]/.test(target)) return personMention(reader, target.slice(1), label);
  if (target.startsWith('#C')) return channelMention(reader, target.slice(1), label);
  if (target.startsWith('!subteam^')) {
    const id = target.slice('!subteam^'.length);
    return groupMention(reader.groupHandle(id) ?? label?.replace(/^@/, '') ?? id);
  }
  if (/^!(here|channel|everyone)$/.test(target)) return groupMention(target.slice(1));
  const date = /^!date\^(-?\d+)\^([^^]*)(?:\^(.*))?$/.exec(target);
  if (date?.[1] !== undefined && date[2] !== undefined) {
    return dateMention(reader, Number(date[1]), date[2], label ?? date[2], date[3] ?? null);
  }
  const link = linkTo(reader, target);
  if (link !== null) return html`<a ${link}>${label ?? target.replace(/^mailto:/, '')}</a>`;
  return html`${label ?? `<${target}>`}`;
}

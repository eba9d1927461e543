/** Slack's markup for a typed mention, channel, link or date. A `<` that a person typed arrives as `&lt;`. */
export const slackMarkup = /<(?:[@#!]|[a-z][a-z0-9+.-]*:)[^<>]*>/gi;

const escaped = new RegExp(`${slackMarkup.source}|&(?:amp|lt|gt);`, 'gi');
const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>' };

/**
 * What the person typed, from the text of a command or message as Slack escapes it: `<@U1|ana>` is `@ana`, `<#C1|ops>` is `#ops`,
 * `<https://acme.example>` its address, `&lt;` a `<`. Each is undone once: a typed `&lt;` (sent as `&amp;lt;`) stays as it is.
 */
export function typedByPerson(text: string): string {
  return text.replace(escaped, (piece) => entities[piece.toLowerCase()] ?? typedMarkup(piece.slice(1, -1)));
}

function typedMarkup(inside: string): string {
  const bar = inside.indexOf('|');
  const target = withoutEntities(bar < 0 ? inside : inside.slice(0, bar));
  const label = withoutEntities(bar < 0 ? '' : inside.slice(bar + 1));
  const [sign] = target;
  if (sign === '@' || sign === '#') return `${sign}${(label || target.slice(1)).replace(/^[@#]/, '')}`;
  // `<!here>`, `<!subteam^S1|@oncall>`, `<!date^1700000000^{date}|17 November>`.
  if (sign === '!') return label || `@${target.slice(1)}`;
  // Slack turns typed addresses into links: `<http://acme.example|acme.example>`, `<mailto:ana@acme.example|ana@acme.example>`.
  return label === ''
    ? target
    : target.replace(/\/$/, '').endsWith(label.replace(/\/$/, ''))
      ? label
      : `${label} (${target})`;
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:amp|lt|gt);/gi, (entity) => entities[entity.toLowerCase()] ?? entity);
}

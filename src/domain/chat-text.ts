/** Slack's own signs in what people type: a person, a channel, a link, and three escaped characters. */
const control = /<([^<>]*)>|&(amp|lt|gt);/g;

const characters = { amp: '&', lt: '<', gt: '>' } as const;

function isEscaped(name: string): name is keyof typeof characters {
  return Object.hasOwn(characters, name);
}

/** `@U1|ana` is "@ana", `#C1|ops` "#ops", `https://x|label` the address, `!here` "@here": as the person typed it. */
function readControl(inner: string): string {
  const [target = '', label = ''] = inner.split('|', 2);
  if (target.startsWith('@')) return label === '' ? target : `@${label.replace(/^@/, '')}`;
  if (target.startsWith('#')) return label === '' ? target : `#${label.replace(/^#/, '')}`;
  if (target.startsWith('!')) return label === '' ? `@${target.slice(1)}` : label;
  return target.replace(/^mailto:/, '');
}

/** What a person typed, from what Slack sends of it. Escapes are undone once. */
export function readChatText(text: string): string {
  return text.replace(control, (whole, inner: string | undefined, escaped: string | undefined) => {
    if (inner !== undefined) return readChatText(readControl(inner));
    return escaped !== undefined && isEscaped(escaped) ? characters[escaped] : whole;
  });
}

/**
 * Short names of emoji that people type most. An unknown name is shown as it was typed, as in
 * Slack.
 */
const byName: Readonly<Record<string, string>> = {
  '+1': '👍',
  '-1': '👎',
  bell: '🔔',
  calendar: '📅',
  eyes: '👀',
  fire: '🔥',
  hourglass: '⌛',
  hourglass_flowing_sand: '⏳',
  key: '🔑',
  link: '🔗',
  lock: '🔒',
  memo: '📝',
  no_entry: '⛔',
  red_circle: '🔴',
  rotating_light: '🚨',
  smile: '😄',
  tada: '🎉',
  unlock: '🔓',
  warning: '⚠️',
  wave: '👋',
  white_check_mark: '✅',
  white_circle: '⚪',
  x: '❌',
};

/** The character for `:name:`, or null. */
export function emojiFor(name: string): string | null {
  return Object.hasOwn(byName, name) ? (byName[name] ?? null) : null;
}

/** Replaces the known `:name:` in plain text. */
export function withEmoji(text: string): string {
  return text.replace(/:([a-z0-9_+-]+):/g, (whole, name: string) => emojiFor(name) ?? whole);
}

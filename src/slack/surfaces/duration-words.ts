const units = [
  { seconds: 86_400, one: 'day', many: 'days' },
  { seconds: 3_600, one: 'hour', many: 'hours' },
  { seconds: 60, one: 'minute', many: 'minutes' },
  { seconds: 1, one: 'second', many: 'seconds' },
] as const;

/** "4 hours", "1 day 12 hours", "90 minutes"; null is "until revoked". At most two units, the rest is rounded away. */
export function durationWords(seconds: number | null): string {
  if (seconds === null) return 'until revoked';
  if (seconds > 3_600 && seconds < 7_200 && seconds % 60 === 0) return `${seconds / 60} minutes`;
  const parts: string[] = [];
  let rest = Math.max(0, Math.round(seconds));
  for (const unit of units) {
    const count = Math.floor(rest / unit.seconds);
    rest -= count * unit.seconds;
    if (count > 0) parts.push(`${count} ${count === 1 ? unit.one : unit.many}`);
    if (parts.length === 2) break;
  }
  return parts.length === 0 ? '0 seconds' : parts.join(' ');
}

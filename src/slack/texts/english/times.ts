const counted = (one: string, many: string) => (parts: { count: number }) =>
  `${parts.count} ${parts.count === 1 ? one : many}`;

export const times = {
  untilRevoked: 'until revoked',
  /** "for 4 hours". */
  forSoLong: ({ duration }: { duration: string }) => `for ${duration}`,
  days: counted('day', 'days'),
  hours: counted('hour', 'hours'),
  minutes: counted('minute', 'minutes'),
  seconds: counted('second', 'seconds'),
  /** Slack's date command: the parts are its own tokens, which each reader sees in their own zone. */
  moment: ({ date, time }: { date: string; time: string }) => `${date}, ${time}`,
};

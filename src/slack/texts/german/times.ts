import type { Texts } from '../texts.ts';

const counted = (one: string, many: string) => (parts: { count: number }) =>
  `${parts.count} ${parts.count === 1 ? one : many}`;

export const times: Texts['times'] = {
  untilRevoked: 'bis auf Widerruf',
  forSoLong: ({ duration }) => `für ${duration}`,
  days: counted('Tag', 'Tage'),
  hours: counted('Stunde', 'Stunden'),
  minutes: counted('Minute', 'Minuten'),
  seconds: counted('Sekunde', 'Sekunden'),
  moment: ({ date, time }) => `${date}, ${time}`,
};

import type { Texts } from '../texts.ts';

export const lists: Texts['lists'] = {
  and: 'und',
  or: 'oder',
  more: ({ count }) => (count === 1 ? `${count} weitere Person` : `${count} weitere`),
  moreLeftOut: ({ count }) => `… und ${count} mehr`,
};

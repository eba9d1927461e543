import type { NoticeBody } from '../../message/notice.ts';
import type { Fact, FactKind } from '../facts.ts';
import type { Audience, Reaction, Telling } from '../reaction.ts';

/** The facts about one subject: `request.asked` is about a request. */
export type FactsAbout<Subject extends string> = Extract<FactKind, `${Subject}.${string}`>;

export type Reactions = { readonly [Kind in FactKind]: Reaction<Fact<Kind>> };

/** An entry of the trail that nobody hears of. */
export const inTrail = { trail: 'kept' } as const;

/** A message whose words and key the fact brings along. */
export function asItSays<Body extends NoticeBody>(to: Audience): Telling<SaysItself<Body>> {
  return { to, message: 'as it says', key: '{key}', body: ({ context }) => context.message };
}

interface SaysItself<Body> {
  readonly context: { readonly message: Body };
}

import type { FormQuestions } from './request-answers.ts';
import type { IdentityPerson } from './task-snapshot.ts';

/** What an open task waits for where no person reviews it (deployments-details.md, section 3). People may be unknown: then none is named. */
export type OtherStep =
  /** These people fill in questions; where that is not possible here, in the console. */
  | ({ readonly kind: 'form'; readonly people: readonly IdentityPerson[] } & FormQuestions)
  /** Until a moment (ISO 8601), or, where that is null, for what is named. */
  | { readonly kind: 'wait'; readonly until: string | null; readonly what: string }
  | { readonly kind: 'set-up' }
  | { readonly kind: 'set-up-by-hand'; readonly people: readonly IdentityPerson[] }
  /** By a ticket or a webhook. */
  | { readonly kind: 'set-up-elsewhere' }
  /** A webhook or an agent decides. */
  | { readonly kind: 'decided-elsewhere' }
  | { readonly kind: 'automation' }
  | { readonly kind: 'accepted' | 'rejected' }
  /** The service says that it is at work, and not at what. */
  | { readonly kind: 'processing' }
  /** A kind of step that nobody knows yet. */
  | { readonly kind: 'unknown' };

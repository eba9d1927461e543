import type { Action, Decision } from '../../../domain/action/action.ts';
import type { IdentityPerson } from '../../../domain/people/identity-person.ts';
import type { Subject } from '../../../domain/request/subject.ts';
import type { ActionsOnCard } from './action-rows.ts';
import type { CardRow } from './card-rows.ts';
import type { SubjectRow } from './subject-rows.ts';

/** A request with everything of it that cards and messages show, read at one moment. */
export interface RequestView extends SubjectRow {
  readonly cards: readonly CardRow[];
  /** Its requester as remembered; null where nobody is. */
  readonly requester: IdentityPerson | null;
  /** What a card shows of its actions. */
  readonly actions: ActionsOnCard;
  /** What was carried out, oldest first. */
  readonly deeds: readonly Action[];
  /** When the task was read last; null where that was never, or it was missing since. */
  readonly readAt: Date | null;
}

/** An action with the request that it is about. */
export interface ActionView {
  readonly action: Action;
  readonly request: Subject;
  /** The decision that is being sent or done on its step, by anybody. */
  readonly winner: Decision | null;
}

import type { KnownPerson } from '../../domain/people/known-person.ts';

/** Somebody in the service. */
export interface PersonMeant extends KnownPerson {
  readonly id: string;
  /** The id is as it was typed: nobody could be asked whose it is. */
  readonly isUnchecked?: true;
}

import type { IdentityPerson } from '../../../domain/people/identity-person.ts';

export interface IdentityRow {
  readonly slackUserId: string;
  readonly person: IdentityPerson;
  readonly checkedAt: Date;
}

/** Somebody's Home, since they opened it. */
export interface HomeRow {
  readonly openedAt: Date;
  readonly publishedAt: Date | null;
  /** The fingerprint of what was published since it was last opened. */
  readonly fingerprint: string | null;
}

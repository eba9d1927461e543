/** People of the governance service. */

/** An identity user of the governance service as a card needs it. */
export interface IdentityPerson {
  readonly id: string;
  /** Display name; the id where the service sent no name. Never empty. */
  readonly name: string;
  readonly email: string | null;
  /** `User.status`; there only where the person was looked up. */
  readonly status?: string;
  /** Somebody else stands in for them, by what the service tells (`User.delegatedUserId`). */
  readonly isDelegated?: true;
}

/** Whether more than the id of a person is known. */
export function isNamed({ id, name }: Pick<IdentityPerson, 'id' | 'name'>): boolean {
  return name !== id;
}

/**
 * What to call a person: by name, else by email; null if only the id is known, which is no name.
 */
export function callNameOf(person: IdentityPerson): string | null {
  return isNamed(person) ? person.name : person.email || null;
}

/** What to call these people. Leaves out people without a name and an email. */
export const namesOf = (people: readonly IdentityPerson[]): string[] =>
  people.flatMap((one) => callNameOf(one) ?? []);

/**
 * Why this person may neither ask, be asked for, nor decide: their status, where the service does
 * not call them enabled. null where they may, and where nothing read their status: then their Slack
 * account decides.
 */
export function inactiveStatus(
  { status }: IdentityPerson,
  unknownStatus: 'refuse' | 'allow',
): string | null {
  if (status === undefined || status === 'ENABLED') return null;
  return status === 'UNKNOWN' && unknownStatus === 'allow' ? null : status;
}

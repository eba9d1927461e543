/** A Slack account, with every identity it is known to have had: when the request was made, and now. */
export interface Party {
  readonly slackUserId: string;
  readonly identityUserIds: readonly string[];
}

/** Who asked, and whom it is for. */
export interface RequestParties {
  readonly requester: Party;
  readonly target: Party;
}

/** Who acts: a Slack account, and the identity that it has at this moment. */
export interface ActingPerson {
  readonly slackUserId: string;
  readonly identityUserId: string;
}

/** The same person, by Slack account or by any identity: changing one of the two makes nobody somebody else. */
export function isParty(party: Party, person: ActingPerson): boolean {
  return party.slackUserId === person.slackUserId || party.identityUserIds.includes(person.identityUserId);
}

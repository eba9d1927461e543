import type { SlackActor } from '../../domain/request/access-request.ts';

export interface ActorColumns {
  readonly bySlackId: string;
  readonly bySlackName: string;
  readonly byTeamId: string;
}

/** Who did something, as three columns. */
export function actorColumns(by: SlackActor): ActorColumns {
  return { bySlackId: by.userId, bySlackName: by.userName, byTeamId: by.teamId };
}

/** A row with who did it in place of the three columns. */
export function withActor<Row extends ActorColumns>({
  bySlackId,
  bySlackName,
  byTeamId,
  ...row
}: Row): Omit<Row, keyof ActorColumns> & { by: SlackActor } {
  return { ...row, by: { userId: bySlackId, userName: bySlackName, teamId: byTeamId } };
}

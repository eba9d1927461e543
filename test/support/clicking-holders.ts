import { type ActionClick, acceptAction } from '../../src/use-cases/action/accept-action.ts';
import { actor } from './samples.ts';
import type { UseCaseDesk } from './use-case-desk.ts';

interface HolderClicks {
  /** A click of a holder, Ben unless told otherwise, about the request. */
  readonly click: (
    verb: ActionClick['verb'],
    userId?: string,
    teamId?: string,
  ) => ReturnType<typeof acceptAction>;
  /** Runs the job of a click. */
  readonly carryOut: () => Promise<void>;
  /** Adds the job of the first click once more, as after an answer that was lost. */
  readonly again: () => Promise<void>;
  /** State and refusal of each action, oldest first. */
  readonly states: () => Promise<readonly (readonly [state: string, refusal: string | null])[]>;
}

/** What holders click in a use-case test, and what became of it. */
export function clickingHolders(desk: () => UseCaseDesk): HolderClicks {
  const click: HolderClicks['click'] = (verb, userId = 'U0BEN', teamId = 'T0ACME') =>
    acceptAction(desk().deps, {
      verb,
      requestId: 'request-1',
      by: actor(userId, { teamId }),
      reason: verb === 'escalate' ? 'the ferry waits' : '',
      channel: 'C0GENERAL',
    });
  const carryOut: HolderClicks['carryOut'] = () => desk().runJobs('carry-out-action');
  const again: HolderClicks['again'] = () =>
    desk().store.transaction((tx) => tx.enqueue({ kind: 'carry-out-action', actionId: 'id-0001' }));
  const states: HolderClicks['states'] = async () => {
    const rows = await desk()
      .kysely.selectFrom('actions')
      .select(['state', 'refusal'])
      .orderBy('id')
      .execute();
    return rows.map((row) => [row.state, row.refusal?.code ?? null]);
  };

  return { click, carryOut, again, states };
}

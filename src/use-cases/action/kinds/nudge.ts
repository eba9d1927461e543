import { DateTime } from 'luxon';
import type { Action } from '../../../domain/action/action.ts';
import type { AccessRequest } from '../../../domain/request/access-request.ts';
import { afterWorkingTime } from '../../../domain/settings/working-time.ts';
import { waitingSubject } from '../../card/request-cards.ts';
import type { UseCaseDeps } from '../../deps.ts';
import { carriedOut, type Outcome } from './outcome.ts';

/** Allows one nudge a working day, by the clocks of the configured zone. The line in the thread calls the reviewers. */
export async function nudge(
  deps: UseCaseDeps,
  _action: Action,
  request: AccessRequest,
): Promise<Outcome> {
  const { timeZone, workingHours } = deps.settings;
  /** At night, the working day that begins next. */
  const dayOf = (at: Date): string => {
    const working = afterWorkingTime(at, 0, timeZone, workingHours);
    return DateTime.fromJSDate(working, { zone: timeZone }).toISODate() ?? '';
  };
  const day = dayOf(deps.world.now());
  return carriedOut(async (tx) => {
    // Two people may nudge at once.
    await tx.requests.lock(request.id);
    if ((await waitingSubject(tx, request.id)) === null) return { code: 'not-offered' };
    const nudges = await tx.actions.nudges([request.id]);
    if (nudges.some(({ state, at }) => state === 'done' && dayOf(at) === day))
      return { code: 'nudged-already' };
    return undefined;
  });
}

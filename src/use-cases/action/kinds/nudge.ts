import { DateTime } from 'luxon';
import type { Action } from '../../../domain/action/action.ts';
import type { AccessRequest } from '../../../domain/request/access-request.ts';
import { afterWorkingTime } from '../../../domain/settings/working-time.ts';
import { waitingSubject } from '../../card/request-cards.ts';
import type { UseCaseDeps } from '../../deps.ts';
import { record } from '../../record/record.ts';
import { carriedOut, type Outcome } from './outcome.ts';

/** Calls the reviewers once a working day, by the clocks of the configured zone. */
export async function nudge(
  deps: UseCaseDeps,
  { by }: Action,
  request: AccessRequest,
): Promise<Outcome> {
  const { timeZone, workingHours } = deps.settings;
  const working = afterWorkingTime(deps.world.now(), 0, timeZone, workingHours);
  const day = DateTime.fromJSDate(working, { zone: timeZone }).toISODate() ?? '';
  return carriedOut(async (tx) => {
    if ((await waitingSubject(tx, request.id)) === null) return { code: 'not-offered' };
    const nudged = {
      kind: 'request.nudged',
      requestId: request.id,
      actor: by.userId,
      context: { by, day },
      named: { people: [request.requester.userId] },
    } as const;
    const isFirst = await record(tx, nudged, request);
    return isFirst ? undefined : { code: 'nudged-already' };
  });
}

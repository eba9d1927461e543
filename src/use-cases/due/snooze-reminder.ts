import { DateTime, IANAZone } from 'luxon';
import { isEmergency } from '../../domain/request/untold.ts';
import { afterWorkingTime } from '../../domain/settings/working-time.ts';
import { type WaitingSubject, waitingSubject } from '../card/request-cards.ts';
import type { LocalDeps } from '../deps.ts';

export const snoozeChoices = ['hour', 'hours', 'tomorrow', 'week'] as const;
type SnoozeChoice = (typeof snoozeChoices)[number];

const fromWhen: Readonly<Record<SnoozeChoice, (now: DateTime) => DateTime>> = {
  hour: (now) => now.plus({ hours: 1 }),
  hours: (now) => now.plus({ hours: 4 }),
  tomorrow: (now) => now.plus({ days: 1 }).startOf('day'),
  week: (now) => now.plus({ weeks: 1 }).startOf('week'),
};

/** Others are reminded of as before. */
const mostSnoozed = 200;

/**
 * Has a list come again at the time picked, in the person's working time, emergencies at any time.
 * Returns when that is; null where nothing of it waits any more.
 */
export async function snoozeReminder(
  { store, settings }: Pick<LocalDeps, 'store' | 'settings'>,
  picked: {
    readonly slackUserId: string;
    readonly choice: SnoozeChoice;
    /** As Slack tells it; null where it does not. */
    readonly timeZone: string | null;
  },
): Promise<Date | null> {
  const { slackUserId, choice } = picked;
  // Slack may know zones that this machine does not.
  const isKnown = picked.timeZone !== null && IANAZone.isValidZone(picked.timeZone);
  const timeZone = isKnown ? picked.timeZone : settings.timeZone;
  return store.transaction(async (tx) => {
    const identity = await tx.identities.find(slackUserId);
    if (identity === null) return null;
    const reviewer = { identityUserId: identity.person.id, slackUserId };
    const { rows } = await tx.tasks.waitingFor(reviewer, { limit: mostSnoozed });
    const waiting: WaitingSubject[] = [];
    for (const { requestId } of rows) {
      const one = await waitingSubject(tx, requestId);
      if (one !== null && !one.isDecided) waiting.push(one);
    }
    if (waiting.length === 0) return null;
    const isUrgent = waiting.some(({ request, task }) => isEmergency(task, request));
    const from = fromWhen[choice](DateTime.fromJSDate(tx.at, { zone: timeZone })).toJSDate();
    const until = isUrgent ? from : afterWorkingTime(from, 0, timeZone, settings.workingHours);
    for (const requestId of waiting.map(({ request }) => request.id).sort()) {
      const watch = (await tx.dueTimes.lock(requestId))?.watch ?? null;
      if (watch === null) continue;
      // Nobody looked at a step of which the first message is snoozed.
      const sent = watch.reviewers[slackUserId]?.sent ?? 0;
      const reviewers = { ...watch.reviewers, [slackUserId]: { sent, dueMs: until.getTime() } };
      await tx.dueTimes.set(requestId, tx.at, { ...watch, reviewers });
    }
    return until;
  });
}

import { DateTime, IANAZone } from 'luxon';
import { afterWorkingTime } from '../../domain/settings/working-time.ts';
import { stillWaiting } from '../card/request-cards.ts';
import type { LocalDeps } from '../deps.ts';

export const snoozeChoices = ['hour', 'hours', 'tomorrow', 'week'] as const;
type SnoozeChoice = (typeof snoozeChoices)[number];

const fromWhen: Readonly<Record<SnoozeChoice, (now: DateTime) => DateTime>> = {
  hour: (now) => now.plus({ hours: 1 }),
  hours: (now) => now.plus({ hours: 4 }),
  tomorrow: (now) => now.plus({ days: 1 }).startOf('day'),
  week: (now) => now.plus({ weeks: 1 }).startOf('week'),
};

/**
 * Has a reminder come again at the time picked, in the person's working time, emergencies at any
 * time. Returns when that is; null where it is not their reminder, or nothing of it waits any more.
 */
export async function snoozeReminder(
  { store, settings }: Pick<LocalDeps, 'store' | 'settings'>,
  picked: {
    readonly noticeId: string;
    readonly slackUserId: string;
    readonly choice: SnoozeChoice;
    /** As Slack tells it; null where it does not. */
    readonly timeZone: string | null;
  },
): Promise<Date | null> {
  const { noticeId, slackUserId, choice } = picked;
  // Slack may know zones that this machine does not.
  const isKnown = picked.timeZone !== null && IANAZone.isValidZone(picked.timeZone);
  const timeZone = isKnown ? picked.timeZone : settings.timeZone;
  return store.transaction(async (tx) => {
    const notice = await tx.notices.find(noticeId);
    if (notice?.body.kind !== 'reminder' || notice.target.kind !== 'direct') return null;
    const waiting = await stillWaiting(tx, notice.body.about);
    if (notice.target.slackUserId !== slackUserId || waiting.length === 0) return null;
    const isEmergency = waiting.some(({ request, task }) => request.emergency || task.emergency);
    const from = fromWhen[choice](DateTime.fromJSDate(tx.at, { zone: timeZone })).toJSDate();
    const until = isEmergency ? from : afterWorkingTime(from, 0, timeZone, settings.workingHours);
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

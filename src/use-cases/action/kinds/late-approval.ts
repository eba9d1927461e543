import {
  type Former,
  isGrantingStep,
  lateEnd,
  wantedSeconds,
} from '../../../domain/access/wanted-end.ts';
import type { Subject } from '../../../domain/request/subject.ts';
import { type LateEnd, periodOf } from '../../../domain/request/task-period.ts';
import { actionNames, type TaskSnapshot } from '../../../domain/task/task-snapshot.ts';
import { asksAbout } from '../../card/request-fingerprint.ts';

/** Access for less time is over before anybody uses it. */
const shortestSeconds = 60;

/**
 * What an approval does about access that would end later than was asked for; null where it would
 * not, and where the clicked buttons asked about that end.
 *
 * `shorterSeconds`: the time to which the task is set before, so that the end is kept; null where
 * the service does not let it be set, or the wanted end is over: the person is asked first.
 */
export function lateApproval(
  request: Subject,
  task: TaskSnapshot,
  {
    former,
    shown,
    now,
  }: { readonly former: Former | null; readonly shown: string | null; readonly now: Date },
): { readonly end: LateEnd; readonly shorterSeconds: number | null } | null {
  if (!isGrantingStep(task)) return null;
  const end = lateEnd(request, former, periodOf(task, request), now);
  if (end === null || asksAbout(shown, end)) return null;
  const seconds = wantedSeconds(request, former, now) ?? 0;
  const canShorten = actionNames(task).has('UPDATE_GRANT_DURATION') && seconds >= shortestSeconds;
  return { end, shorterSeconds: canShorten ? seconds : null };
}

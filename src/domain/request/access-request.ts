/** Long because it says all that a request holds, and the rules of what can be asked for. */

import type { AppAccount, CatalogueEntitlement } from '../catalogue/entitlement.ts';
import type { RequestData } from '../form/request-answers.ts';
import type { Refusal } from '../refusals/refusals.ts';
import type { RequestableApp } from '../settings/access-settings.ts';
import { isBlank } from '../text/foreign-text.ts';

/** A person as Slack tells who acts: ids only, nothing that grants a right. */
export interface SlackActor {
  readonly userId: string;
  /** The workspace the person acts in. */
  readonly teamId: string;
  /** Slack's handle; for logs and for words where a mention does not work. */
  readonly userName: string;
}

/**
 * Where a request stands on its way to the service.
 * - `submitted`: kept, not sent yet
 * - `sending`: a POST was begun and its outcome is not known
 * - `created`: there is a task
 * - `refused`: somebody said no before there was a task (the service, or the bot because it does
 *   not know the person)
 * - `uncertain`: a POST's outcome is unknown and cannot be looked up; the person was asked
 * - `abandoned`: the person gave up an uncertain request, or one that was never sent
 * - `withdrawn`: nobody wants it any more, and the service could not close its task
 */
export type RequestState =
  | 'submitted'
  | 'sending'
  | 'created'
  | 'refused'
  | 'uncertain'
  | 'abandoned'
  | 'withdrawn';

/**
 * The agent that drafted what a person then sent, so that its words may be a machine's. `kind` is
 * open: what is not `slackbot` is an agent of the person's own.
 */
export interface Drafter {
  readonly kind: string;
  /** What the person calls it. */
  readonly name: string;
  readonly draftId: string;
  /** The person for whom it was made: the account's next owner cannot send it. */
  readonly identityId: string;
}

/** What somebody asked for, as submitted. Never changed afterwards. */
export interface RequestedAccess {
  readonly requester: SlackActor;
  readonly appId: string;
  readonly appName: string;
  readonly entitlementId: string;
  readonly entitlementName: string;
  /** To the letter as typed. */
  readonly justification: string;
  /** null = until revoked. Of more time: what comes on top of what is left. */
  readonly durationSeconds: number | null;
  /** What was typed for how long, to the letter; `''` where it was picked. */
  readonly timeText: string;
  readonly emergency: boolean;
  /** Slack id of the person it is for; null = for the requester. */
  readonly targetSlackId: string | null;
  /** The account in the app that was picked; null: the person has one at most, or it is unknown. */
  readonly account: AppAccount | null;
  /**
   * Answers to the configured extra fields, by field id; sent as they are. null where there are
   * none.
   */
  readonly requestData: RequestData | null;
  /**
   * Id of the first request of the same submission, where several were asked for in one go; null =
   * alone.
   */
  readonly groupId: string | null;
  /** The request whose grant this one prolongs; null = a new grant. */
  readonly extendsRequestId: string | null;
  /** The request that this one corrects, and that is withdrawn for it; null = none. */
  readonly correctsRequestId: string | null;
  /** The agent that drafted it; null where the person wrote it themselves. */
  readonly draftedBy: Drafter | null;
  /** The Slack conversation the request belongs to. */
  readonly conversationId: string;
  /** Link back to that conversation. */
  readonly conversationUrl: string;
  /**
   * Slack id of the person who wrote the message that `conversationUrl` leads to; null where it
   * leads to none, or nobody is told.
   */
  readonly messageAuthor: string | null;
}

export interface AccessRequest extends RequestedAccess {
  /** Our id, sent as `source.requestId`. */
  readonly id: string;
  readonly state: RequestState;
  readonly refusal: Refusal | null;
  /** The identity of the requester at that time; null where it was not known. */
  readonly requesterIdentityId: string | null;
  /** The identity the request was sent for; null before that. */
  readonly identityUserId: string | null;
  /** Whether somebody else has the requester's Slack account by now, as far as the bot knows. */
  readonly requesterPassedOn: boolean;
  /** Whether somebody else has the account of `targetSlackId` by now. */
  readonly targetPassedOn: boolean;
  readonly taskId: string | null;
  readonly createdAt: Date;
}

/**
 * Whether a POST of a request without a task may have arrived without an answer, even if the
 * requester has since sent it again.
 */
export function isPerhapsSent({
  state,
  identityUserId,
}: Pick<AccessRequest, 'state' | 'identityUserId'>): boolean {
  return state === 'sending' || identityUserId !== null;
}

/** Slack's plain_text_input takes 3000; the rest of a request is chosen, not typed. */
export const justificationLimit = 3000;

/** A refusal that a form shows at its field. */
export interface SubmissionMistake extends Refusal {
  readonly field: 'app' | 'entitlement' | 'justification' | 'duration' | 'time' | 'emergency';
}

/** As many entitlements of one app as can be asked for in one go: each becomes a card. */
export const entitlementsInOneGo = 5;

/** What an entitlement, or several asked for in one go, allow. */
export type GrantBounds = Pick<
  CatalogueEntitlement,
  'longestSeconds' | 'mayBePermanent' | 'emergencyGrantEnabled' | 'isLongestOpen'
>;

/** What all of them allow: a request for several lasts no longer than the strictest. */
export function commonBounds(entitlements: readonly GrantBounds[]): GrantBounds {
  const longest = entitlements.flatMap((one) => one.longestSeconds ?? []);
  return {
    longestSeconds: longest.length === 0 ? null : Math.min(...longest),
    mayBePermanent: entitlements.every((one) => one.mayBePermanent),
    emergencyGrantEnabled:
      entitlements.length > 0 && entitlements.every((one) => one.emergencyGrantEnabled),
  };
}

/** Without a longest that may be another for this request: only the service refuses such a one. */
export function certainBounds<Bounds extends GrantBounds>(one: Bounds): Bounds {
  return one.isLongestOpen === true ? { ...one, longestSeconds: null, mayBePermanent: true } : one;
}

/**
 * An emergency takes at most the longest duration that is configured for emergencies, and what its
 * entitlement allows.
 */
export function longestEmergency(
  longestSeconds: number | null,
  emergencySeconds: readonly number[],
): number {
  return Math.min(longestSeconds ?? Number.POSITIVE_INFINITY, Math.max(...emergencySeconds));
}

/** The longest for what is asked for; null = any. */
export function longestFor(
  { emergency }: Pick<RequestedAccess, 'emergency'>,
  longestSeconds: number | null,
  emergencySeconds: readonly number[],
): number | null {
  return emergency ? longestEmergency(longestSeconds, emergencySeconds) : longestSeconds;
}

/**
 * What is wrong with a submission before anything is sent; empty when it can be kept. `asked`: what
 * the bounds are of, by name.
 */
export function submissionMistakes(
  access: Pick<RequestedAccess, 'justification' | 'durationSeconds' | 'emergency'>,
  entitlement: GrantBounds,
  asked: readonly (GrantBounds & Pick<CatalogueEntitlement, 'name'>)[] = [],
): readonly SubmissionMistake[] {
  const mistakes: SubmissionMistake[] = [];
  if (access.emergency && !entitlement.emergencyGrantEnabled) {
    const names = asked.filter((one) => !one.emergencyGrantEnabled).map((one) => one.name);
    mistakes.push({ field: 'emergency', code: 'not-urgent', names });
  }
  if (isBlank(access.justification))
    mistakes.push({ field: 'justification', code: 'reason-needed' });
  if (access.durationSeconds === null) {
    // Every emergency ends.
    const limiting = access.emergency ? [] : asked.filter((one) => !one.mayBePermanent);
    if (!entitlement.mayBePermanent || access.emergency) {
      mistakes.push({ field: 'duration', code: 'must-end', ...namesInGroup(asked, limiting) });
    }
  } else if (
    entitlement.longestSeconds !== null &&
    access.durationSeconds > entitlement.longestSeconds
  ) {
    const { longestSeconds } = entitlement;
    const limiting = asked.filter((one) => one.longestSeconds === longestSeconds);
    const names = namesInGroup(asked, limiting);
    mistakes.push({ field: 'duration', code: 'too-long', longestSeconds, ...names });
  }
  return mistakes;
}

/**
 * Names what sets the limit, except where one was asked for alone. A limit that none of them sets,
 * as that of emergencies, has no name.
 */
function namesInGroup(
  asked: readonly unknown[],
  limiting: readonly Pick<CatalogueEntitlement, 'name'>[],
): { readonly names?: readonly string[] } {
  if (asked.length < 2 || limiting.length === 0) return {};
  return { names: limiting.map((one) => one.name) };
}

/**
 * The durations to offer for an entitlement, in seconds ascending; null stands for "until revoked"
 * and comes last.
 */
export function offeredDurations(
  configuredSeconds: readonly number[],
  entitlement: Omit<GrantBounds, 'emergencyGrantEnabled'>,
): readonly (number | null)[] {
  const longest = entitlement.longestSeconds ?? Number.POSITIVE_INFINITY;
  const fitting = new Set(
    [...configuredSeconds, longest].filter((seconds) => seconds <= longest && seconds < Infinity),
  );
  const offered = [...fitting].sort((a, b) => a - b);
  return entitlement.mayBePermanent ? [...offered, null] : offered;
}

/**
 * A Slack account, with every identity it is known to have had: when the request was made, and now.
 */
export interface Party {
  /** Slack id of the account; null where nobody knows it, as for a task made elsewhere. */
  readonly slackUserId: string | null;
  readonly identityUserIds: readonly string[];
}

/** The requester and the target. */
export interface RequestParties {
  readonly requester: Party;
  readonly target: Party;
}

/** Who acts: a Slack account, and the identity that it has at this moment. */
export interface ActingPerson {
  readonly slackUserId: string;
  readonly identityUserId: string;
}

/**
 * Compares by Slack account and by any identity: changing one of the two makes nobody somebody
 * else.
 */
export function isParty(party: Party, person: ActingPerson): boolean {
  return (
    party.slackUserId === person.slackUserId ||
    party.identityUserIds.includes(person.identityUserId)
  );
}

export type EntitlementKey = Pick<AccessRequest, 'appId' | 'entitlementId'>;

/**
 * Whether people have to say why. The tenant may want no justification for an entitlement. If
 * several are requested together, one that wants it is enough; an emergency always needs it.
 */
export function isReasonNeeded(
  app: Pick<RequestableApp, 'withoutReason'> | null,
  entitlementIds: readonly string[],
  isEmergency: boolean,
): boolean {
  const { withoutReason = [] } = app ?? {};
  const isWanted = entitlementIds.some((id) => !withoutReason.includes(id));
  return isEmergency || isWanted || entitlementIds.length === 0;
}

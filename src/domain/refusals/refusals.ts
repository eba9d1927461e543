/**
 * Why something is not done, whoever asked for it and wherever: a kind for what the person can do
 * next, with their words in each language, and the codes of the reasons that lead there. People read
 * the words of the kind; the trail and the log have the code.
 */

import type { ServiceRefusal } from '../outward/service-refusal.ts';
import type { FormattedValues, PartsOf, Sentence } from '../text/sentence.ts';

/**
 * The fields of a request that a decision is about, in their order in a written fingerprint. Names of
 * people, insights, comments, usage and timestamps are left out: they change while the request stays
 * the same.
 */
export const decidedFields = [
  'target',
  'app',
  'entitlements',
  'duration',
  'justification',
  'answers',
  'emergency',
  'account',
  'alsoTaken',
  'names',
] as const;
export type DecidedField = (typeof decidedFields)[number];

/**
 * `{console}` is the way to the request in the service's console, `{changes}` says what changed.
 * What stands in `[[...]]` is said only where the refusal has a value for it.
 */
export const refusals = {
  'not-yours': {
    codes: ['not-yours', 'not-reviewer', 'not-administrator', 'other-workspace'],
    says: [
      'This is for others to do.[[ When you clicked, it waited for {reviewers:people}.]]',
      'Das müssen andere tun.[[ Bei deinem Klick wartete es auf {reviewers:people}.]]',
    ],
  },
  'own-request': {
    codes: ['own-request', 'decided-before'],
    says: [
      'Somebody else has to decide: you made this request, it is for you, or you decided an earlier step.',
      'Darüber muss jemand anders entscheiden: Die Anfrage ist von dir oder für dich, oder du hast über einen früheren Schritt entschieden.',
    ],
  },
  'in-console': {
    codes: ['mode', 'risk', 'emergency', 'step-up', 'policy', 'answer-refused'],
    says: ['This is done in the {console}.', 'Das geht nur in der {console}.'],
  },
  'cannot-tell': {
    codes: [
      'unclear',
      'answer-disagrees',
      'gone',
      'unknown',
      'approved-first',
      'perhaps-decided',
      'perhaps-sent',
      'uncertain',
      'failed',
    ],
    says: [
      'I cannot tell safely how this stands now[[{numericId:number}]]. Look in the {console} before you do more, or ask {helpers}. Reason: {code}[[ {reference:name}]].',
      'Ich kann nicht sicher sagen, wie es hier steht[[{numericId:number}]]. Sieh in der {console} nach, bevor du weitermachst, oder wende dich an {helpers}. Grund: {code}[[ {reference:name}]].',
    ],
  },
  over: {
    codes: [
      'closed',
      'ended',
      'already-decided',
      'request-withdrawn',
      'decided-elsewhere',
      'step-moved-on',
      'not-held',
      'inherited',
      'kept',
    ],
    says: [
      '[[{slackUserId:mention} decided first: {at:moment}. ]]This changes nothing any more. Look how it stands now.',
      '[[{slackUserId:mention} hat zuerst entschieden: {at:moment}. ]]Das ändert nichts mehr. Sieh nach, wie es jetzt steht.',
    ],
  },
  repeated: {
    codes: ['repeated', 'replaced', 'first-not-withdrawn'],
    says: [
      'What you did before counts here, so this changes nothing. The request[[{numericId:number}]] shows where it stands.',
      'Hier gilt, was du vorher getan hast, darum ändert das nichts. Wie es steht, zeigt die Anfrage[[{numericId:number}]].',
    ],
  },
  changed: {
    codes: ['changed'],
    says: [
      '[[{changes} ]][[Approved now, it ends {endsAt:moment}, {seconds:duration} later than asked. ]]Your click was not carried out. If the request still waits for you, look at it again.',
      '[[{changes} ]][[Jetzt genehmigt, endet es {endsAt:moment}, {seconds:duration} später als angefragt. ]]Dein Klick wurde nicht ausgeführt. Wenn die Anfrage noch auf dich wartet, sieh sie dir noch einmal an.',
    ],
  },
  'not-possible': {
    codes: ['not-offered'],
    says: [
      'This is not possible now. Look how it stands, or ask {helpers}.',
      'Das geht jetzt nicht. Sieh nach, wie es steht, oder wende dich an {helpers}.',
    ],
  },
  'not-now': {
    codes: ['conflict', 'unavailable'],
    says: [
      'The access service cannot do this now.[[ It says: “{message:quote}”.]] Try again in a minute, or ask {helpers}.',
      'Der Zugriffsdienst kann das gerade nicht.[[ Er sagt: „{message:quote}“.]] Versuche es in einer Minute noch einmal, oder wende dich an {helpers}.',
    ],
  },
  'too-soon': {
    codes: ['too-quick', 'nudged-already'],
    says: [
      'That is too soon. Try again later[[, in {waitSeconds:duration}. Until then I may not answer]].',
      'Das ist zu früh. Versuche es später wieder[[, in {waitSeconds:duration}. Bis dahin antworte ich vielleicht nicht]].',
    ],
  },
  'not-done': {
    codes: ['expired', 'restored'],
    says: [
      'This was not done, and I will not do it any more. If you still want it, look at the request and do it again.',
      'Das wurde nicht ausgeführt, und ich mache es nicht mehr. Wenn du es noch willst, sieh dir die Anfrage an und mach es noch einmal.',
    ],
  },
  'granted-first': {
    codes: ['granted-first', 'first-granted'],
    says: [
      'The request[[{numericId:number}]] was granted before you withdrew it. If you do not need the access, give it back.',
      'Die Anfrage[[{numericId:number}]] wurde gewährt, bevor du sie zurückgezogen hast. Wenn du den Zugriff nicht brauchst, gib ihn zurück.',
    ],
  },
  service: {
    codes: ['forbidden', 'invalid', 'not-found'],
    says: [
      'The access service refuses this.[[ It says: “{message:quote}”.]] Ask {helpers} if you do not know why.',
      'Der Zugriffsdienst lehnt das ab.[[ Er sagt: „{message:quote}“.]] Wenn du nicht weißt, warum, wende dich an {helpers}.',
    ],
  },
  person: {
    codes: [
      'unknown-person',
      'no-email',
      'inactive',
      'changed-person',
      'guest',
      'bot',
      'deactivated',
      'external',
    ],
    says: [
      '[[{slackUserId:mention}: ]]I cannot take this Slack account for the right person here[[ ({email:name})]][[ ({status:name})]]. Ask {helpers}. Reason: {code}.',
      '[[{slackUserId:mention}: ]]Dieses Slack-Konto kann ich hier nicht der richtigen Person zuordnen[[ ({email:name})]][[ ({status:name})]]. Wende dich an {helpers}. Grund: {code}.',
    ],
  },
  'unconfirmed-email': {
    codes: ['unconfirmed-email'],
    says: [
      '[[{slackUserId:mention}: ]]Nobody confirmed this address in Slack[[: {email:name}]]. Confirm it from the email that Slack sent, or ask {helpers}.',
      '[[{slackUserId:mention}: ]]Niemand hat diese Adresse in Slack bestätigt[[: {email:name}]]. Bestätige sie über die E-Mail von Slack, oder wende dich an {helpers}.',
    ],
  },
  duplicate: {
    codes: ['duplicate'],
    says: [
      'This was asked for already[[{numericId:number}]].[[ It is waiting for {reviewers:people}.]]',
      'Das ist schon angefragt[[{numericId:number}]].[[ Darüber entscheidet {reviewers:people}.]]',
    ],
  },
  'pick-another': {
    codes: ['account-gone', 'not-there', 'left-to-nobody', 'not-passed-on', 'not-among'],
    says: [
      '[[{slackUserId:mention}: ]][[{account:name}: ]]This cannot be picked here, or not any more.[[ The access service says: “{message:quote}”.]] Pick another.',
      '[[{slackUserId:mention}: ]][[{account:name}: ]]Das lässt sich hier nicht wählen, oder nicht mehr.[[ Der Zugriffsdienst sagt: „{message:quote}“.]] Wähle etwas anderes.',
    ],
  },
  'reason-needed': {
    codes: ['reason-needed'],
    says: [
      'A reason is needed here. Say in a sentence why.',
      'Hier braucht es eine Begründung. Sag in einem Satz, warum.',
    ],
  },
  time: {
    codes: [
      'too-long',
      'must-end',
      'no-longer',
      'no-time',
      'not-understood',
      'in-the-past',
      'today-or-in-a-week',
      'unknown-zone',
    ],
    says: [
      '[[{names:brief}: ]][[“{typed:brief}”: ]][[At most {longestSeconds:duration}. ]][[You have this for {leftSeconds:duration} anyway. ]]Take a time that fits and ends, like “90m” or “3 days”.',
      '[[{names:brief}: ]][[„{typed:brief}“: ]][[Höchstens {longestSeconds:duration}. ]][[Das hast du ohnehin noch: {leftSeconds:duration}. ]]Nimm eine Zeit, die passt und endet, etwa „90m“ oder „3 Tage“.',
    ],
  },
  'not-urgent': {
    codes: ['not-urgent'],
    says: [
      '[[{names:brief}: ]]Not possible as an emergency[[ for longer than {longestSeconds:duration}]]. Pick something else, a shorter time, or no emergency.',
      '[[{names:brief}: ]]Nicht als Notfall möglich[[, wenn es länger als {longestSeconds:duration} ist]]. Wähle etwas anderes, weniger Zeit oder keinen Notfall.',
    ],
  },
} as const satisfies Readonly<
  Record<string, { readonly codes: readonly string[]; readonly says: Sentence }>
>;

export type RefusalKind = keyof typeof refusals;
export type RefusalCode = (typeof refusals)[RefusalKind]['codes'][number];
export type PersonCode = (typeof refusals)['person' | 'unconfirmed-email']['codes'][number];

/** What is said where it has a value: the places of the sentences. */
type SaidFields = Partial<
  PartsOf<(typeof refusals)[RefusalKind]['says'][number], FormattedValues, never>
>;

/** Why it is not done, as it is stored. */
export interface Refusal extends SaidFields {
  readonly code: RefusalCode;
  /** What differs from what the clicked card showed; absent also where the card cannot be read. */
  readonly fields?: readonly DecidedField[];
  /** The duration in seconds that the card showed; only if it changed from one to another. */
  readonly secondsBefore?: number;
  /** It would end later than was asked for, and the clicked card did not say so. */
  readonly late?: { readonly endsAt: string; readonly seconds: number };
  /** The identities that a Slack account stood for, and stands for. */
  readonly was?: string;
  readonly is?: string;
  /** An earlier call got no answer and may have arrived: why it is not sent again. */
  readonly why?: RefusalCode;
  readonly isPerhapsThere?: true;
  /** The task that a request duplicates, if the service named it. */
  readonly existingTaskId?: string | null;
  /** The service's id for the call, for its operators. */
  readonly serviceRequestId?: string | null;
}

/** Why a Slack account is not taken for a person of the service. */
export type PersonRefusal = Refusal & { readonly code: PersonCode };

const kinds: ReadonlyMap<string, RefusalKind> = new Map(
  refusalKinds().flatMap((kind) => refusals[kind].codes.map((code) => [code, kind] as const)),
);

/** A code that this version does not know means that nobody can tell. */
export function refusalKind({ code }: { readonly code: string }): RefusalKind {
  return kinds.get(code) ?? 'cannot-tell';
}

export function refusalKinds(): readonly RefusalKind[] {
  return Object.keys(refusals).filter((name): name is RefusalKind => Object.hasOwn(refusals, name));
}

/** What the service refused, as people read it. */
export function ofService({ kind: code, ...refused }: ServiceRefusal): Refusal {
  return { code, ...refused };
}

/** Why an entry of the trail was refused; null where it was not. Nothing that people or the service wrote. */
export function refusalCode({ refusal }: Readonly<Record<string, unknown>>): string | null {
  const { code } = Object(refusal);
  return typeof code === 'string' ? code : null;
}

/** Whether the call may have been carried out all the same: nobody does it a second time. */
export function isUncertain(code: string | null): boolean {
  return code === 'perhaps-sent' || code === 'perhaps-decided' || code === 'uncertain';
}

/**
 * Why a click is not carried out. Each refusal is one object: its fields, its sentences in each
 * language, and what the audit trail says of it. Long because all of them stand here.
 */

import { type Doubt, isDoubt } from '../request/doubt.ts';
import type { DecidedField } from '../request/fingerprint.ts';
import { closedAlready, identity, movedOn, service } from '../request/request-refusals.ts';
import type { LateEnd } from '../request/task-period.ts';
import type { LinkReason } from '../task/link-reason.ts';
import {
  type FilledSentence,
  filled,
  type RefusalIn,
  type RefusalObject,
  refusal,
} from '../text/refusal-object.ts';
import type { DecisionKind } from './review.ts';

/** What a refusal says beside its own sentences: what others say the same way, or a reading has. */
export type SharedPart =
  /** That it cannot be known what the request is now, to whoever decides. */
  | { readonly doubt: Doubt }
  /** What this field of the request is now; only that it changed, where that cannot be read. */
  | { readonly changedField: DecidedField }
  /** The way to the console, on a line of its own. */
  | { readonly isConsoleLink: true };

/** Who decided a step first, for the message to those who come later. */
export interface ReviewWinner {
  readonly slackUserId: string;
  readonly verb: DecisionKind;
  /** ISO 8601, because it is stored as JSON. */
  readonly at: string;
}

const decidedBy = {
  approve: [
    '{slackUserId:mention} already approved this: {at:moment}.',
    '{slackUserId:mention} hat das schon genehmigt: {at:moment}.',
  ],
  deny: [
    '{slackUserId:mention} already denied this: {at:moment}.',
    '{slackUserId:mention} hat das schon abgelehnt: {at:moment}.',
  ],
} as const;

const decidedBySomebody = [
  'Somebody else has already decided this.',
  'Darüber hat schon jemand anders entschieden.',
] as const;

const alreadyDecided: RefusalObject<{ readonly winner: ReviewWinner | null }> = {
  audit: { because: 'somebody else had decided' },
  says: ({ winner }) => [
    winner === null ? filled(decidedBySomebody, {}) : filled(decidedBy[winner.verb], winner),
  ],
};

/** Where the bot cannot know what the request is, the one sentence about that is said. */
const consoleReasons = {
  mode: [
    'This is decided in the governance console.',
    'Darüber wird in der Zugriffsverwaltung entschieden.',
  ],
  risk: [
    'Requests of this risk are decided in the governance console.',
    'Über Anfragen mit diesem Risiko wird in der Zugriffsverwaltung entschieden.',
  ],
  emergency: [
    'Emergencies are decided in the console.',
    'Über Notfälle wird in der Zugriffsverwaltung entschieden.',
  ],
  'step-up': [
    'Approving this needs an extra verification in the governance console.',
    'Die Genehmigung braucht eine zusätzliche Bestätigung in der Zugriffsverwaltung.',
  ],
  policy: [
    'I cannot apply the rules of this step. It is decided in the governance console.',
    'Die Regeln dieses Schritts kann ich nicht anwenden. Darüber wird in der Zugriffsverwaltung entschieden.',
  ],
} as const;

/** Why a step is decided in the governance console and not by a button. */
export function consoleReason(why: LinkReason): FilledSentence | SharedPart {
  return isDoubt(why) ? { doubt: why } : filled(consoleReasons[why], {});
}

/** They may, and the bot must not do it for them: it is done in the service's console. */
const inConsole: RefusalObject<{ readonly why: LinkReason }, SharedPart> = {
  audit: { because: 'it has to be done in the governance console' },
  // The sentence of a doubt has the link in it.
  says: ({ why }) => [
    consoleReason(why),
    ...(isDoubt(why) ? [] : [{ isConsoleLink: true } as const]),
  ],
};

export const durationBefore = [
  'Before, it was {seconds:duration}.',
  'Vorher war sie {seconds:duration}.',
] as const;

const unknownCard = [
  'Your click was not carried out: it came from a card or form of an earlier version of the bot, which does not record what it showed. Please open the request again, on its card or on my Home tab, look at it, and click there.',
  'Dein Klick wurde nicht ausgeführt: Er kam von einer Karte oder einem Formular einer früheren Version des Bots, die nicht festhalten, was sie gezeigt haben. Öffne die Anfrage bitte noch einmal, auf ihrer Karte oder meinem Home-Tab, sieh sie dir an und klicke dort.',
] as const;

const again = [
  'Your click was not carried out. If the request still waits for you, look at it again.',
  'Dein Klick wurde nicht ausgeführt. Wenn die Anfrage noch auf dich wartet, sieh sie dir noch einmal an.',
] as const;

const endsLate = [
  'Approved now, it ends {endsAt:moment}, {seconds:duration} later than asked. Nothing is approved yet: if that is right, click again.',
  'Jetzt genehmigt, endet es {endsAt:moment}, {seconds:duration} später als angefragt. Noch ist nichts genehmigt: Wenn das richtig ist, klicke noch einmal.',
] as const;

interface ChangedFields {
  /** Empty also if the button has no fingerprint that the bot can read. */
  readonly fields: readonly DecidedField[];
  /** It would end later than was asked for, and the clicked card did not say so. */
  readonly late?: LateEnd;
  /** The duration in seconds that the card showed; only if it changed from one to another. */
  readonly secondsBefore?: number;
}

/**
 * The request differs from what the clicked card showed. Not that the card was refreshed: the click
 * may come from a form, from a reminder that cannot be changed any more, or from a card that was
 * deleted.
 */
const changed: RefusalObject<ChangedFields, SharedPart> = {
  audit: { because: 'the request had changed' },
  says({ fields, secondsBefore, late }) {
    if (fields.length === 0 && late !== undefined) return [filled(endsLate, late)];
    if (fields.length === 0) return [filled(unknownCard, {})];
    return [
      ...fields.map((changedField) => ({ changedField })),
      ...(secondsBefore === undefined ? [] : [filled(durationBefore, { seconds: secondsBefore })]),
      filled(again, {}),
    ];
  },
};

/** Why a click does not decide. The person who clicked is told, and it is audited. */
const reviewRefusals = {
  /** `slackUserId`: of another person than the one who clicked. */
  identity,
  'other-workspace': refusal()('not-allowed', [
    'This request can be decided only in its own workspace.',
    'Über diese Anfrage kann nur in ihrem eigenen Arbeitsbereich entschieden werden.',
  ]),
  'own-request': refusal()('not-allowed', [
    'Somebody else has to decide: you made this request, or it is for you.',
    'Darüber muss jemand anders entscheiden: die Anfrage ist von dir oder für dich.',
  ]),
  'not-reviewer': refusal<{ readonly reviewers: readonly string[] }>()('not-allowed', [
    'You are not a reviewer of this step.[[ When you clicked, it waited for {reviewers:people}.]]',
    'Über diesen Schritt entscheidest nicht du.[[ Bei deinem Klick wartete er auf {reviewers:people}.]]',
  ]),
  'already-decided': alreadyDecided,
  'step-moved-on': refusal()({ because: 'the request had moved on to another step' }, movedOn),
  /** The service takes no answer to the delivered step any more: it was given, or has expired. */
  'answer-refused': refusal()(
    { because: 'the access service took no answer to the step any more' },
    [
      'The access service no longer accepts an answer from here: the request was decided elsewhere, or its time ran out. Open it in the governance console.',
      'Der Zugriffsdienst nimmt von hier keine Antwort mehr an: Es wurde anderswo entschieden, oder die Zeit war um. Öffne die Anfrage in der Zugriffsverwaltung.',
    ],
  ),
  closed: refusal()({ because: 'the request was closed' }, closedAlready),
  gone: refusal()({ because: 'the request was gone' }, [
    'This request is gone. Ask {helpers}.',
    'Diese Anfrage gibt es nicht mehr. Wende dich an {helpers}.',
  ]),
  'not-offered': refusal()({ because: 'it was not possible at that moment' }, [
    'This is not possible at the moment.',
    'Das geht gerade nicht.',
  ]),
  'not-yours': refusal()('not-allowed', [
    'Only the requester and the person it is for can do this.',
    'Das kann nur, wer angefragt hat, und die Person, für die es ist.',
  ]),
  'not-administrator': refusal()('not-allowed', [
    'Only administrators can do this.',
    'Das können nur Administratoren.',
  ]),
  'in-console': inConsole,
  /** The policy wants somebody else than the person who decided an earlier step. */
  'decided-before': refusal()('not-allowed', [
    'You decided an earlier step. Somebody else has to decide this one.',
    'Du hast schon über einen früheren Schritt entschieden. Hier muss jemand anders entscheiden.',
  ]),
  'reason-needed': refusal()({ because: 'it needed a reason' }, [
    'This step needs a reason. Decide again and say why.',
    'Dieser Schritt braucht eine Begründung. Entscheide noch einmal und sag, warum.',
  ]),
  /** The answer to the bot's own decision was lost, and the service does not show it as the bot's. */
  'decided-elsewhere': refusal()({ because: 'it was decided in the governance console' }, [
    'Somebody decided this in the governance console. Your decision was not applied.',
    'Darüber hat jemand in der Zugriffsverwaltung entschieden. Deine Entscheidung zählte nicht.',
  ]),
  /** The answer was lost, and the bot's account decided this step: nobody can tell whether by this decision. */
  'perhaps-decided': refusal()({ unknown: 'its answer was lost, and the step was decided' }, [
    'This was decided while the answer to your decision was lost, so I cannot tell whether yours counted. Look at the request.',
    'Darüber wurde entschieden, während die Antwort auf deine Entscheidung verloren ging. Darum kann ich nicht sagen, ob sie gezählt hat. Sieh dir die Anfrage an.',
  ]),
  /** Not sent again, for this reason; an earlier call got no answer and may still be carried out. */
  'perhaps-sent': refusal<{ readonly why: string }>()(
    { unknown: 'an earlier call got no answer' },
    [
      'I will not send your decision again. An earlier attempt got no answer and may still arrive: then it counts.',
      'Ich sende deine Entscheidung nicht noch einmal. Auf einen früheren Versuch kam keine Antwort, und er kann noch ankommen: dann zählt sie.',
    ],
  ),
  /** Waited longer than `review.expireAfter`. */
  expired: refusal()({ because: 'it waited too long' }, [
    'Your decision waited too long, and I will not send it. If the request still waits for you, decide again.',
    'Deine Entscheidung hat zu lange gewartet, und ich sende sie nicht mehr. Wenn die Anfrage noch auf dich wartet, entscheide noch einmal.',
  ]),
  withdrawn: refusal()({ because: 'it was taken back' }, [
    'I took your decision back. It was not sent.',
    'Ich habe deine Entscheidung zurückgenommen. Sie wurde nicht gesendet.',
  ]),
  /** The requester does not want it any more, and the service could not close it. */
  'request-withdrawn': refusal()({ because: 'the request was withdrawn' }, [
    'This request was withdrawn, so it can only be denied, or closed in the governance console.',
    'Diese Anfrage wurde zurückgezogen. Sie lässt sich nur noch ablehnen oder in der Zugriffsverwaltung schließen.',
  ]),
  changed,
  /** The same person decided again on the refreshed card; nobody is told of the first click. */
  replaced: refusal()({ because: 'another decision of theirs took its place' }, [
    'You decided again, and that counts.',
    'Du hast noch einmal entschieden, und das zählt.',
  ]),
  /** Said once in place of many: more of this person's clicks are refused than are answered one by one. */
  further: refusal()({ because: 'several clicks before it were refused' }, [
    'I refused several of your clicks just now. For a while I may refuse more of them without telling you. A refused click changes nothing: the cards and Home show where each request stands.',
    'Ich habe gerade mehrere deiner Klicks abgelehnt. Eine Weile lang lehne ich vielleicht weitere ab, ohne es dir zu sagen. Ein abgelehnter Klick ändert nichts: Die Karten und Home zeigen, wie es um jede Anfrage steht.',
  ]),
  /** The bot failed; the reference finds the cause in the log. */
  failed: refusal<{ readonly reference: string }>()({ because: 'the bot failed' }, [
    'This did not work. Look at the request in the governance console, or give {helpers} this reference: {reference:name}.',
    'Das hat nicht geklappt. Sieh dir die Anfrage in der Zugriffsverwaltung an, oder wende dich mit dieser Kennung an {helpers}: {reference:name}.',
  ]),
  service,
};

export type ReviewRefusal = RefusalIn<typeof reviewRefusals>;

/** Why what somebody wants to do with a request is not done. */
export const actionRefusals = {
  ...reviewRefusals,
  /** It asks for longer than an emergency may take, and the service does not let it be shortened. */
  'too-long': refusal<{ readonly longestSeconds: number }>()(
    { because: 'it asked for longer than an emergency may take' },
    [
      'Emergency access lasts at most {longestSeconds:duration}, and this asks for longer. Withdraw it, then ask for emergency access.',
      'Notfallzugriff gilt höchstens {longestSeconds:duration}, und hier geht es um länger. Zieh die Anfrage zurück und frag Notfallzugriff an.',
    ],
  ),
  /** The access ended before. */
  ended: refusal()({ because: 'the access had ended' }, [
    'This access has ended already.',
    'Dieser Zugriff ist schon zu Ende.',
  ]),
  /** Only for a withdrawal: the request was granted first. */
  'granted-first': refusal()({ because: 'the access was granted first' }, [
    'It was granted before you withdrew it. If you do not need the access, give it back.',
    'Sie wurde gewährt, bevor du sie zurückgezogen hast. Wenn du den Zugriff nicht brauchst, gib ihn zurück.',
  ]),
  /** Only for a withdrawal: somebody approved the request first, and the bot cannot read what came of that. */
  'approved-first': refusal()({ because: 'the request was approved first' }, [
    'It was approved before you withdrew it, so I could not withdraw it. The governance console shows whether you have the access.',
    'Sie wurde genehmigt, bevor du sie zurückgezogen hast. Darum konnte ich sie nicht zurückziehen. Ob du den Zugriff hast, zeigt die Zugriffsverwaltung.',
  ]),
  /** Nobody may decide on what they asked for or are to have. */
  'left-to-nobody': refusal()({ because: 'nobody may decide on a request of their own' }, [
    'Pick somebody else: people cannot decide on requests made by them or for them.',
    'Wähle jemand anderen: Über die eigene Anfrage kann niemand entscheiden.',
  ]),
  /** The step's policy names those to whom it may be passed on. */
  'not-passed-on': refusal()({ because: 'the policy names others to decide instead' }, [
    'Pick somebody else: the policy of this step names the people it can be reassigned to.',
    'Wähle jemand anderen: Die Richtlinie dieses Schritts nennt, wer ihn übernehmen kann.',
  ]),
  /** On this working day. */
  'nudged-already': refusal()({ because: 'the reviewers had been asked that day already' }, [
    'The reviewers can be nudged once a working day, and had been already. Try again on the next working day.',
    'Die Prüfenden können einmal je Arbeitstag angestupst werden, und das war schon geschehen. Versuche es am nächsten Arbeitstag wieder.',
  ]),
  /** Its answer was lost, and sent again it could count twice. */
  uncertain: refusal()({ unknown: 'its answer was lost' }, [
    'I sent this and got no answer, so I will not send it again. Look at the request; if it is not done, do it again.',
    'Ich habe das gesendet und keine Antwort bekommen, darum sende ich es nicht noch einmal. Sieh dir die Anfrage an; wenn es nicht geschehen ist, mach es noch einmal.',
  ]),
  /** Still open in a backup that was restored: what it takes away may have been granted since. */
  restored: refusal()(
    { because: 'it was still open in a copy that took the place of the database' },
    [
      'I was restored from a backup in which this was still open. You may have received the access again since, so I took nothing away. If you no longer need it, give it back again.',
      'Ich bin aus einer Sicherung wiederhergestellt, in der das noch offen war. Vielleicht hast du den Zugriff seitdem neu bekommen, darum habe ich nichts entzogen. Wenn du ihn nicht mehr brauchst, gib ihn noch einmal zurück.',
    ],
  ),
};

/** Why it is not done. Each is said to the person who clicked, and audited. */
export type HolderActionRefusal = RefusalIn<typeof actionRefusals>;

/** The request was no longer what the person had seen. */
export type ChangedRefusal = Extract<HolderActionRefusal, { readonly kind: 'changed' }>;

/**
 * Why a request is not sent, and why an account is not taken for a person. Each refusal is one
 * object: its fields, its sentences, and what the audit trail says of it.
 */
import type { ServiceRefusal } from '../outward/service-refusal.ts';
import type { GrantPart } from '../task/task-snapshot.ts';
import {
  type ByKind,
  type FilledSentence,
  type Fitting,
  filled,
  type RefusalIn,
  type RefusalObject,
  refusal,
  sentenceWith,
} from '../text/refusal-object.ts';
import type { Sentence } from '../text/sentence.ts';

/** The person it is about, before what would be said to themselves. */
const aboutOther = ['{who:mention}:', '{who:mention}:'] as const;

/** Why the bot does not take a Slack account for an identity. */
const identities = {
  'unknown-person': ofPerson<{ readonly email: string }>()(
    [
      'I cannot find you[[ ({email:name})]] in the access directory. Ask {helpers}.',
      'Ich finde dich[[ ({email:name})]] nicht im Zugriffsverzeichnis. Wende dich an {helpers}.',
    ],
    [
      'I cannot find {who:mention}[[ ({email:name})]] in the access directory. Ask {helpers}.',
      'Ich finde {who:mention}[[ ({email:name})]] nicht im Zugriffsverzeichnis. Wende dich an {helpers}.',
    ],
  ),
  'no-email': ofPerson()(
    [
      'Slack shows me no email address of you. Ask {helpers}.',
      'Slack nennt mir keine E-Mail-Adresse für dich. Wende dich an {helpers}.',
    ],
    [
      'Slack shows me no email address of {who:mention}. Ask {helpers}.',
      'Slack nennt mir keine E-Mail-Adresse für {who:mention}. Wende dich an {helpers}.',
    ],
  ),
  'unconfirmed-email': ofPerson<{ readonly email: string }>()([
    'Nobody confirmed {email:name} in Slack. Confirm it from the email that Slack sent, or ask {helpers}.',
    'Niemand hat {email:name} in Slack bestätigt. Bestätige sie über die E-Mail von Slack, oder wende dich an {helpers}.',
  ]),
  /** The service's record of the person is not ENABLED. */
  inactive: ofPerson<{ readonly status: string }>()(
    [
      'In the access service, your account is {status:name}. Ask {helpers}.',
      'Im Zugriffsdienst ist dein Konto {status:name}. Wende dich an {helpers}.',
    ],
    [
      'In the access service, the account of {who:mention} is {status:name}. Ask {helpers}.',
      'Im Zugriffsdienst ist das Konto von {who:mention} {status:name}. Wende dich an {helpers}.',
    ],
  ),
  /** The Slack account stood for another identity when the request was made. Ids of identities. */
  changed: ofPerson<{ readonly was: string; readonly is: string }>()(
    [
      'Your Slack account belonged to somebody else when this was requested. Request it again, or ask {helpers}.',
      'Dein Slack-Konto gehörte zu jemand anderem, als dies angefragt wurde. Frage neu an, oder wende dich an {helpers}.',
    ],
    [
      'The Slack account of {who:mention} belonged to somebody else when this was requested. Request it again, or ask {helpers}.',
      'Das Slack-Konto von {who:mention} gehörte zu jemand anderem, als dies angefragt wurde. Frage neu an, oder wende dich an {helpers}.',
    ],
  ),
  /** Not one of those who can be picked as an answer. */
  'not-among': ofPerson()(
    ['you cannot be picked here.', 'du kannst hier nicht ausgewählt werden.'],
    ['{who:mention} cannot be picked here.', '{who:mention} kann hier nicht ausgewählt werden.'],
  ),
  guest: ofPerson()([
    'Guests cannot get access here. Ask {helpers}.',
    'Gäste bekommen keinen Zugriff. Wende dich an {helpers}.',
  ]),
  bot: ofPerson()([
    'Apps and bots cannot get access here.',
    'Apps und Bots können hier keinen Zugriff bekommen.',
  ]),
  deactivated: ofPerson()([
    'Deactivated accounts cannot get access.',
    'Deaktivierte Konten können keinen Zugriff bekommen.',
  ]),
  external: ofPerson()([
    'Only members of this workspace can get access here. Ask {helpers}.',
    'Nur wer zu diesem Arbeitsbereich gehört, kann hier Zugriff bekommen. Wende dich an {helpers}.',
  ]),
};

export const closedAlready = [
  'This request is closed already.',
  'Diese Anfrage ist schon abgeschlossen.',
] as const;
export const movedOn = [
  'This request has moved on to its next step. Look at the card again.',
  'Diese Anfrage ist schon beim nächsten Schritt. Sieh dir die Karte noch einmal an.',
] as const;

/** Why the access service refused it. */
const ofService = {
  forbidden: [
    'This is not allowed.[[ The access service says: “{message:quote}”.]] If you need it, ask {helpers}.',
    'Das ist nicht erlaubt.[[ Der Zugriffsdienst sagt: „{message:quote}“.]] Wenn du den Zugriff brauchst, wende dich an {helpers}.',
  ],
  invalid: [
    'This was not accepted.[[ The access service says: “{message:quote}”.]] Change the request and try again, or ask {helpers}.',
    'Das wurde nicht angenommen.[[ Der Zugriffsdienst sagt: „{message:quote}“.]] Ändere die Anfrage und versuche es noch einmal, oder wende dich an {helpers}.',
  ],
  'not-found': [
    'This app, permission or person is not there any more.[[ The access service says: “{message:quote}”.]] Pick again, or ask {helpers}.',
    'Diese App, Berechtigung oder Person gibt es nicht mehr.[[ Der Zugriffsdienst sagt: „{message:quote}“.]] Wähle neu, oder wende dich an {helpers}.',
  ],
  conflict: [
    'Another change is in progress.[[ The access service says: “{message:quote}”.]] Try again in a minute, or ask {helpers}.',
    'Gerade ändert sich etwas anderes.[[ Der Zugriffsdienst sagt: „{message:quote}“.]] Versuche es in einer Minute noch einmal, oder wende dich an {helpers}.',
  ],
} as const;

const duplicates = {
  own: [
    'You already asked for this{numericId:number}.[[ It is waiting for {reviewers:people}.]]',
    'Das hast du schon angefragt{numericId:number}.[[ Darüber entscheidet {reviewers:people}.]]',
  ],
  ofOther: [
    'Somebody already asked for this{numericId:number}.[[ It is waiting for {reviewers:people}.]]',
    'Das hat schon jemand angefragt{numericId:number}.[[ Darüber entscheidet {reviewers:people}.]]',
  ],
} as const;

const nothingKnown = { numericId: '', reviewers: [], isByOther: false };

export type IdentityRefusal = {
  readonly [Kind in keyof typeof identities]: { readonly kind: Kind } & FieldsOf<
    (typeof identities)[Kind]
  >;
}[keyof typeof identities];

type FieldsOf<Value> = Value extends PersonRefusal<infer Fields> ? Fields : never;

interface PersonRefusal<Fields extends object> {
  /** What the person reads of themselves. */
  readonly says: (fields: Fields) => readonly FilledSentence[];
  readonly saysOfOther: (fields: Fields & AboutOther) => readonly FilledSentence[];
}

/** `who`: a Slack id. */
interface AboutOther {
  readonly who: string;
}

/** Without a second sentence, their name goes before the first one. */
function ofPerson<Fields extends object = Readonly<Record<never, never>>>() {
  return <const Own extends Sentence, const Other extends Sentence = typeof aboutOther>(
    own: Own & Fitting<Own, Fields>,
    other?: Other & Fitting<Other, Fields & AboutOther>,
  ): PersonRefusal<Fields> => ({
    says: (fields) => [sentenceWith(own, fields)],
    saysOfOther: (fields) =>
      other === undefined
        ? [filled(aboutOther, { who: fields.who }), sentenceWith(own, fields)]
        : [sentenceWith(other, fields)],
  });
}

/** @param who Slack id of the person it is about; null if that is the reader */
export function identitySentences(
  refused: IdentityRefusal,
  who: string | null,
): readonly FilledSentence[] {
  return sentencesOf<ByKind<IdentityRefusal>, IdentityRefusal['kind']>(
    identities,
    refused.kind,
    refused,
    who,
  );
}

function sentencesOf<
  Refusals extends Readonly<Record<string, object>>,
  Kind extends keyof Refusals,
>(
  objects: { readonly [Each in keyof Refusals]: PersonRefusal<Refusals[Each]> },
  kind: Kind,
  fields: Refusals[Kind],
  who: string | null,
): readonly FilledSentence[] {
  const object = objects[kind];
  return who === null ? object.says(fields) : object.saysOfOther({ ...fields, who });
}

function serviceSentence(refused: ServiceRefusal): FilledSentence {
  const { kind, message } = refused;
  if (kind === 'duplicate') return duplicateSentence(refused.existing ?? nothingKnown);
  if (kind === 'closed') return filled(closedAlready, {});
  if (kind === 'step-moved-on') return filled(movedOn, {});
  return filled(ofService[kind], { message });
}

/** "You already asked for this (#1001). It is waiting for Ana." */
export function duplicateSentence(
  existing: NonNullable<ServiceRefusal['existing']>,
): FilledSentence {
  const { numericId, reviewers, isByOther } = existing;
  return filled(isByOther ? duplicates.ofOther : duplicates.own, { numericId, reviewers });
}

interface Identified {
  readonly refusal: IdentityRefusal;
  /**
   * Of the person it is for, or who was picked as an answer, where it is not the requester or the
   * person who clicked who is refused.
   */
  readonly slackUserId?: string;
}

export const identity: RefusalObject<Identified> = {
  audit: { because: 'an account concerned was unknown or could not be used' },
  says: ({ refusal: refused, slackUserId = null }) => identitySentences(refused, slackUserId),
};

export const service: RefusalObject<{ readonly refusal: ServiceRefusal }> = {
  audit: { because: 'the access service refused it' },
  says: ({ refusal: refused }) => [serviceSentence(refused)],
};

/**
 * `isPerhapsThere`: an earlier POST got no answer and may have arrived, so nobody is told that
 * nothing was sent.
 */
const identityOfRequest: RefusalObject<Identified & { readonly isPerhapsThere?: true }> = identity;

/** Why a request ended before there was a task, for the reasons that are said as a sentence. */
export const requestRefusals = {
  service,
  identity: identityOfRequest,
  /** The account that was picked is not there any more. `account`: its name. */
  'account-gone': refusal<{ readonly account: string }>()('as-its-kind', [
    'The account {account:name} is not among the accounts in this app any more, so I did not send the request. Pick another account and ask again.',
    'Das Konto {account:name} gibt es in dieser App nicht mehr, darum habe ich die Anfrage nicht abgeschickt. Wähle ein anderes Konto und frage noch einmal an.',
  ]),
  /**
   * The request that this one corrects was granted first, or could not be withdrawn. `numericId` is
   * the number of the first request.
   */
  'first-granted': refusal<{ readonly numericId: string }>()('as-its-kind', [
    'Your first request{numericId:number} was granted before it was withdrawn, so I did not send the corrected one.',
    'Deine erste Anfrage{numericId:number} wurde gewährt, bevor sie zurückgezogen war. Die berichtigte habe ich nicht abgeschickt.',
  ]),
  'first-not-withdrawn': refusal<{ readonly numericId: string }>()('as-its-kind', [
    'Your first request{numericId:number} could not be withdrawn, so I did not send the corrected one.',
    'Deine erste Anfrage{numericId:number} ließ sich nicht zurückziehen. Die berichtigte habe ich nicht abgeschickt.',
  ]),
};

/** Why a request ended before there was a task. */
export type RequestRefusal =
  | RefusalIn<typeof requestRefusals>
  /** The service answered the grant with a task about something else. A message says so. */
  | {
      readonly kind: 'answer-disagrees';
      readonly parts: readonly GrantPart[];
      readonly taskNumber: string;
    };

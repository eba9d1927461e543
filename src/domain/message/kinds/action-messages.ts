/**
 * Messages about what people do beside deciding. Long because each stands here with its words and what leads
 * to it.
 */

/** Who did what, in the past, because it is said for ever. */
const acts = {
  approve: ['{who:actor} approved {request}.', '{who:actor} hat {request} genehmigt.'],
  deny: ['{who:actor} denied {request}.', '{who:actor} hat {request} abgelehnt.'],
  withdraw: ['{who:actor} withdrew {request}.', '{who:actor} hat {request} zurückgezogen.'],
  nudge: [
    '{who:actor} asked again for a decision on {request}.',
    '{who:actor} hat noch einmal um eine Entscheidung über {request} gebeten.',
  ],
  ask: [
    '{who:actor} asked about {request}.',
    '{who:actor} hat eine Rückfrage gestellt. Es geht um {request}.',
  ],
  answer: [
    '{who:actor} answered about {request}.',
    '{who:actor} hat geantwortet. Es geht um {request}.',
  ],
  comment: ['{who:actor} commented on {request}.', '{who:actor} hat {request} kommentiert.'],
  reassign: [
    '{who:actor} handed {request} on[[ to {people:everybody}]].',
    '{who:actor} hat {request} weitergegeben[[ an {people:everybody}]].',
  ],
  shorten: ['{who:actor} shortened {request}.', '{who:actor} hat die Dauer verkürzt: {request}.'],
  'fill-in': [
    '{who:actor} filled in the form for {request}.',
    '{who:actor} hat das Formular für {request} ausgefüllt.',
  ],
  'set-up': [
    '{who:actor} set up the access for {request}.',
    '{who:actor} hat den Zugriff eingerichtet: {request}.',
  ],
  'cannot-set-up': [
    '{who:actor} could not set up the access for {request}.',
    '{who:actor} konnte den Zugriff nicht einrichten: {request}.',
  ],
  'skip-step': [
    '{who:actor} skipped a step of {request}.',
    '{who:actor} hat einen Schritt von {request} übersprungen.',
  ],
  restart: [
    '{who:actor} restarted the review of {request}.',
    '{who:actor} hat die Prüfung von {request} neu begonnen.',
  ],
  'retry-provisioning': [
    '{who:actor} retried the set-up of {request}.',
    '{who:actor} hat die Einrichtung neu angestoßen. Es geht um {request}.',
  ],
  close: ['{who:actor} closed {request}.', '{who:actor} hat {request} geschlossen.'],
  escalate: [
    '{who:actor} asked for emergency access to {whatForWhom}.',
    '{who:actor} hat Notfallzugriff auf {whatForWhom} angefragt.',
  ],
  'give-back': ['{who:actor} gave the access back.', '{who:actor} hat den Zugriff zurückgegeben.'],
} as const;

/** `own`: for the person who withdrew it; `corrected`: a corrected request follows. */
const withdrawals = {
  own: ['You withdrew {request}.', 'Du hast {request} zurückgezogen.'],
  ownCorrected: [
    'You corrected {request}. The corrected one follows.',
    'Du hast {request} berichtigt. Die berichtigte folgt.',
  ],
  corrected: [
    '{who:actor} corrected {request}. The corrected one follows.',
    '{who:actor} hat {request} berichtigt. Die berichtigte folgt.',
  ],
} as const;

/** Said of a withdrawn request that is still open in the service. */
const leftOpen = {
  toReviewers: [
    'The access service did not close it.[[ Asked to deny it on its card: {people:reviewers}.]]',
    'Der Zugriffsdienst hat sie nicht geschlossen.[[ Um Ablehnung auf ihrer Karte gebeten: {people:reviewers}.]]',
  ],
  toHolders: [
    'The access service has not closed it: it stays open there until a reviewer closes or denies it.',
    'Der Zugriffsdienst hat sie nicht geschlossen: Dort bleibt sie offen, bis eine prüfende Person sie schließt oder ablehnt.',
  ],
  unread: [
    'I cannot tell whether the access service has closed it, or granted it before. Look in the governance console.',
    'Ob der Zugriffsdienst sie geschlossen oder vorher gewährt hat, kann ich nicht sagen. Sieh in der Zugriffsverwaltung nach.',
  ],
} as const;

/** For what people are shown of their own requests, and for the threads of cards. */
export const actedSentences = {
  acts,
  withdrawals,
  leftOpen,
  shortenedTo: ['New time: {seconds:duration}.', 'Neue Dauer: {seconds:duration}.'],
} as const;

/** The form, what it says while it is filled in, and what follows a submission. */
export const requestForm = {
  title: ['Request access', 'Zugriff anfragen'],
  emergencyTitle: ['Emergency access', 'Notfallzugriff'],
  extendTitle: ['Extend access', 'Zugriff verlängern'],
  submit: ['Submit', 'Absenden'],
  cancel: ['Cancel', 'Abbrechen'],
  close: ['Close', 'Schließen'],
  app: ['App', 'App'],
  searchPlaceholder: ['Type to search', 'Zum Suchen tippen'],
  entitlement: ['Role or permission', 'Rolle oder Berechtigung'],
  entitlementHint: ['Up to {most}. Each is decided by itself.', 'Bis zu {most}. Über jede wird einzeln entschieden.'],
  /** Levels that services commonly have; any other is shown as it is named. */
  riskLevels: {
    low: ['low', 'niedrig'],
    medium: ['medium', 'mittel'],
    high: ['high', 'hoch'],
    critical: ['critical', 'kritisch'],
  },
  longest: ['At most {duration}', 'Höchstens {duration}'],
  untilRevokedPossible: ['Possible until revoked', 'Bis auf Widerruf möglich'],
  owners: ['Owned by {people}', 'Verantwortlich: {people}'],
  usualReviewers: ['Usually decided by {people}', 'Meist entscheidet {people}'],
  heldUntil: ['You have this until {moment}.', 'Das hast du bis {moment}.'],
  held: ['You have this until it is revoked.', 'Das hast du bis auf Widerruf.'],
  heldByTarget: ['The person this is for already has it.', 'Die Person, für die es ist, hat das schon.'],
  decisionIn: ['The decision is in the {console}.', 'Die Entscheidung steht in der {console}.'],
  candidates: ['Which one do you mean?', 'Was davon meinst du?'],
  emergency: ['Emergency', 'Notfall'],
  askForEmergency: ['Ask for emergency access', 'Notfallzugriff anfragen'],
  emergencyConfirmTitle: ['Ask for emergency access?', 'Notfallzugriff anfragen?'],
  emergencyConfirm: ['Ask', 'Anfragen'],
  onCallIsCalled: ['On-call is called.', 'Die Bereitschaft wird gerufen.'],
  emergencyRules: ['The rules for emergencies apply.', 'Es gelten die Regeln für Notfälle.'],
  /** `when` on the reader's clock: "15:41", or as `dayAndTime`. */
  extendedUntil: [
    '{duration} (until about {when} if approved now)',
    '{duration} (bis etwa {when}, wenn jetzt bewilligt)',
  ],
  /** As Luxon formats it: "Fri 27 Nov, 18:00". */
  dayAndTime: ['ccc d LLL, HH:mm', 'ccc d. LLL, HH:mm'],
  extendIntro: ['More time with {what}.', 'Mehr Zeit mit {what}.'],
  justification: ['Why you need it', 'Wofür du es brauchst'],
  justificationHint: ['A ticket or incident number helps.', 'Eine Ticket- oder Störungsnummer hilft.'],
  duration: ['For how long', 'Für wie lange'],
  time: ['Or type a time', 'Oder schreibe eine Zeit'],
  timeHint: [
    'Counts instead of the choice above. In your time zone.',
    'Gilt statt der Auswahl darüber. In deiner Zeitzone.',
  ],
  timePlaceholder: ['90m, 3 days, until Friday 18:00', '90m, 3 Tage, bis Freitag 18 Uhr'],
  target: ['For somebody else', 'Für jemand anderen'],
  targetHint: ['Leave this empty if it is for you.', 'Lass das leer, wenn es für dich ist.'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nein'],
  gone: [
    'This cannot be requested now. Pick something else, or try it again in a minute.',
    'Das kann gerade nicht angefragt werden. Wähle etwas anderes, oder versuche es in einer Minute noch einmal.',
  ],
  listUnavailable: ['The list cannot be loaded now', 'Die Liste lässt sich gerade nicht laden'],
  notOpened: [
    'The form did not open, and nothing was submitted. Try again.',
    'Das Formular ging nicht auf, und es wurde nichts abgeschickt. Versuche es noch einmal.',
  ],
  nothingForEmergencies: [
    'Nothing here is available as emergency access. Use /request-access.',
    'Hier ist nichts als Notfall möglich. Nimm /request-access.',
  ],
  notUnderstood: ['I did not understand “{words}”.', '„{words}“ habe ich nicht verstanden.'],
  namedNotAsEmergency: [
    '“{what}” is not available as emergency access. Use /request-access.',
    '„{what}“ ist nicht als Notfall möglich. Nimm /request-access.',
  ],
  /** `why` is one of `times`. */
  timeNotFilledIn: ['I did not fill in “{words}”. {why}', '„{words}“ habe ich nicht eingetragen. {why}'],
  ambiguous: ['“{words}” can mean more than one thing. Pick below.', '„{words}“ kann mehreres heißen. Wähle unten.'],
  refusedBefore: ['Last time: {why}', 'Beim letzten Mal: {why}'],
  times: {
    'not-understood': [
      'I do not understand “{words}”. Write it like “90m”, “3 days” or “until Friday 18:00”.',
      '„{words}“ verstehe ich nicht. Schreibe es wie „90m“, „3 Tage“ oder „bis Freitag 18 Uhr“.',
    ],
    'in-the-past': [
      'This time is over already. Write a later one.',
      'Diese Zeit ist schon vorbei. Schreibe eine spätere.',
    ],
    'unknown-zone': [
      'I do not know your time zone. Write a duration, like “90m” or “3 days”.',
      'Ich kenne deine Zeitzone nicht. Schreibe eine Dauer, etwa „90m“ oder „3 Tage“.',
    ],
  },
  answers: {
    missing: ['Fill this in.', 'Fülle das aus.'],
    'no-number': ['Write a number that fits.', 'Schreibe eine Zahl, die passt.'],
    'no-date': ['Write a date like 2026-03-01.', 'Schreibe ein Datum wie 2026-03-01.'],
    'not-offered': ['Pick one of the choices.', 'Wähle eine der Möglichkeiten.'],
  },
  dateExample: ['2026-03-01', '2026-03-01'],
  inConsole: [
    '*{question}* can be answered in the governance console only.',
    '*{question}* lässt sich nur in der Zugriffsverwaltung beantworten.',
  ],
  oneALine: ['One a line.', 'Je Zeile eins.'],
  atLeast: ['At least {least}.', 'Mindestens {least}.'],
  atMost: ['At most {most}.', 'Höchstens {most}.'],
  notSaved: [
    'This was not saved, so nothing was submitted. Press Submit again in a moment.',
    'Das wurde nicht gespeichert, also nichts abgeschickt. Drücke gleich noch einmal auf Absenden.',
  ],
  escalateInstead: [
    'If it cannot wait, ask for emergency access to it on my Home tab.',
    'Wenn es nicht warten kann, frag auf meinem Home-Tab Notfallzugriff dafür an.',
  ],
  received: [
    "Got it. I'll message you when it's with the reviewers.",
    'Angekommen. Ich schreibe dir, sobald die Anfrage zur Prüfung vorliegt.',
  ],
  receivedEmergency: ['It also goes to {where}.', 'Sie geht auch nach {where}.'],
  /** As a place: "in your direct messages". */
  yourDirectMessages: ['your direct messages', 'deinen Direktnachrichten'],
} as const;

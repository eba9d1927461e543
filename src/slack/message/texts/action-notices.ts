/** Messages about an action of a person on a request: who did what. */
export const actionNotices = {
  acted: {
    withdraw: ['{who} withdrew {request}.', '{who} hat {request} zurückgezogen.'],
    nudge: [
      '{who} asks for a decision on {request}.',
      '{who} bittet um eine Entscheidung über {request}.',
    ],
    /** Below the question. */
    ask: [
      '{who} asks this about {request}.',
      '{who} stellt diese Rückfrage. Es geht um {request}.',
    ],
    answer: ['{who} answered about {request}:', '{who} hat geantwortet. Es geht um {request}:'],
    comment: ['{who} commented on {request}:', '{who} hat {request} kommentiert:'],
    reassign: ['{who} reassigned {request}.', '{who} hat {request} anderen übergeben.'],
    shorten: ['{who} shortened {request}.', '{who} hat die Dauer verkürzt: {request}.'],
    'fill-in': [
      '{who} filled in the form for {request}.',
      '{who} hat das Formular für {request} ausgefüllt.',
    ],
    'set-up': [
      '{who} set up the access for {request}.',
      '{who} hat den Zugriff eingerichtet: {request}.',
    ],
    'cannot-set-up': [
      '{who} could not set up the access for {request}.',
      '{who} konnte den Zugriff nicht einrichten: {request}.',
    ],
    'skip-step': [
      '{who} skipped a step of {request}.',
      '{who} hat einen Schritt von {request} übersprungen.',
    ],
    restart: [
      '{who} restarted the review of {request}.',
      '{who} hat die Prüfung von {request} neu begonnen.',
    ],
    'retry-provisioning': [
      '{who} retried the set-up of {request}.',
      '{who} hat die Einrichtung neu angestoßen. Es geht um {request}.',
    ],
    close: ['{who} closed {request}.', '{who} hat {request} geschlossen.'],
    escalate: [
      '{who} asked for emergency access to {whatForWhom}.',
      '{who} hat Notfallzugriff auf {whatForWhom} angefragt.',
    ],
    'take-away': [
      '{access} is being taken away by {who}.',
      '{access} wird gerade von {who} entzogen.',
    ],
  },
  /** To reviewers, while the request is still open in the service. */
  closeIt: [
    'The access service has not closed it: deny it on its card, or close it in the governance console.',
    'Der Zugriffsdienst hat sie nicht geschlossen: Lehne sie auf ihrer Karte ab, oder schließe sie in der Zugriffsverwaltung.',
  ],
  /** The same with the reviewers called. */
  closeItPeople: [
    '{people}: the access service has not closed it. Deny it on its card, or close it in the governance console.',
    '{people}: Der Zugriffsdienst hat sie nicht geschlossen. Lehnt sie auf ihrer Karte ab, oder schließt sie in der Zugriffsverwaltung.',
  ],
  /** To the requester, and to the person it is for. */
  leftOpen: [
    'The access service has not closed it: it stays open there until a reviewer closes or denies it.',
    'Der Zugriffsdienst hat sie nicht geschlossen: Dort bleibt sie offen, bis eine prüfende Person sie schließt oder ablehnt.',
  ],
  /** To whoever did it. */
  youActed: {
    withdraw: ['You withdrew {request}.', 'Du hast {request} zurückgezogen.'],
    nudge: [
      'I asked the reviewers again for a decision on {request}.',
      'Ich habe noch einmal um eine Entscheidung über {request} gebeten.',
    ],
    escalate: [
      'You asked for emergency access to {whatForWhom}.',
      'Du hast Notfallzugriff auf {whatForWhom} angefragt.',
    ],
  },
  /** Above a question, when it was answered. */
  youAnswered: [
    'Answered: {who} asked about {request}.',
    'Beantwortet. {who} hatte eine Rückfrage, es ging um {request}.',
  ],
  /** In the place of a withdrawal that makes room for a corrected request. */
  youCorrected: [
    'You corrected {request}. The corrected one follows.',
    'Du hast {request} berichtigt. Die berichtigte folgt.',
  ],
  corrected: [
    '{who} corrected {request}. The corrected one follows.',
    '{who} hat {request} berichtigt. Die berichtigte folgt.',
  ],
  /** In the place of the withdrawal of a request for more time with that access. */
  youGaveBack: [
    'You gave the access back, so {request} is withdrawn.',
    'Du hast den Zugriff zurückgegeben. Damit ist {request} zurückgezogen.',
  ],
  gaveBack: [
    '{who} gave the access back, so {request} is withdrawn.',
    '{who} hat den Zugriff zurückgegeben. Damit ist {request} zurückgezogen.',
  ],
} as const;

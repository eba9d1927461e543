/** The card of a request, and requests and decisions in a line. Long because each word stands in both languages. */
export const card = {
  header: {
    wants: ['{who} wants {what} {period}', '{who} möchte {what} {period}'],
    needs: ['Emergency: {who} needs {what} {period}', 'Notfall: {who} braucht {what} {period}'],
    /** The person who has, or had, the access. */
    has: ['{who} has {what} {period}', '{who} hat {what} {period}'],
    had: ['{who} had {what} {period}', '{who} hatte {what} {period}'],
    /** What became of it later is not followed: of a request made elsewhere nobody hears the end. */
    granted: ['{who} was granted {what} {period}', '{who} hat {what} {period} bekommen'],
    /** Not granted: `outcome` is one of `outcomes`. */
    wanted: ['{outcome}: {who} wanted {what} {period}', '{outcome}: {who} wollte {what} {period}'],
    /** Access that is to be taken away. */
    toLose: ['{who} is to lose {what}', '{who} soll {what} verlieren'],
    keeps: ['{outcome}: {who} was to lose {what}', '{outcome}: {who} sollte {what} verlieren'],
    /** What is asked for on behalf of another person: `target` is a name, or `somebodyElse`. */
    forSomebody: ['{what} (for {target})', '{what} (für {target})'],
  },
  somebodyElse: ['somebody else', 'jemand anderen'],
  /** On an emergency that nobody decides. */
  calls: {
    reminded: {
      one: ['Reminded once, {when}.', 'Einmal erinnert, {when}.'],
      other: ['Reminded {count} times, last {when}.', '{count}-mal erinnert, zuletzt {when}.'],
    },
    nextCall: ['Next: {people}, {when}.', 'Als Nächstes: {people}, {when}.'],
  },
  /** On a request that an agent drafted and a person sent. */
  drafted: {
    slackbot: [
      'Drafted by Slackbot: the words may be a machine’s',
      'Entworfen von Slackbot: die Worte können von einer Maschine sein',
    ],
    agent: [
      'Drafted by an agent named {name:name}: the words may be a machine’s',
      'Entworfen von einem Agenten namens {name:name}: die Worte können von einer Maschine sein',
    ],
  },
  risk: ['Risk: {risk}', 'Risiko: {risk}'],
  emergency: ['Emergency', 'Notfall'],
  step: ['Step {number} of {of}', 'Schritt {number} von {of}'],
  /** The service tells it of an account in the app, not of what is asked for. */
  lastUsed: ['Account last used {when}', 'Konto zuletzt benutzt {when}'],
  account: ['Account: {account}', 'Konto: {account}'],
  alsoTaken: ['together with {names}', 'damit geht auch {names}'],
  heldUntil: ['Has it until {when}', 'Schon vorhanden bis {when}'],
  /** On a request for more time. */
  moreTime: ['Until {when} ({duration} in all)', 'Bis {when} (insgesamt {duration})'],
  askedEnd: ['Wanted until {when}', 'Gewünscht bis {when}'],
  /** On a request for more time, if what it was to prolong is gone. */
  newAccess: [
    'New access: the earlier one is over',
    'Neuer Zugriff: der frühere ist nicht mehr da',
  ],
  onBehalfOf: ['On behalf of {who}', 'Im Namen von {who}'],
  aboutMessage: ['About {message}', 'Zu {message}'],
  aboutMessageBy: ['About {message} by {who}', 'Zu {message} von {who}'],
  /** The words of the link to it. */
  message: ['a message', 'einer Nachricht'],
  advice: ['Recommendation: {recommendation}', 'Empfehlung: {recommendation}'],
  recommendations: {
    approve: ['approve', 'genehmigen'],
    deny: ['deny', 'ablehnen'],
    review: ['look closely', 'genau hinsehen'],
  },
  whyMissing: ['No justification was given.', 'Es wurde keine Begründung angegeben.'],
  whyUntold: [
    'The access service does not give the justification.',
    'Der Zugriffsdienst gibt die Begründung nicht weiter.',
  ],
  whyCut: [
    '(cut; “Show everything” has the whole text)',
    '(gekürzt; „Alles zeigen“ hat den ganzen Text)',
  ],
  unclear: [
    'I cannot tell safely how this stands now. Look in the {console}.',
    'Ich kann nicht sicher sagen, wie es hier steht. Sieh in der {console} nach.',
  ],
  /** The parts that the card shows as the bot sent them, because no reading has told them. */
  asSent: [
    'As sent, not confirmed by the access service: {parts}',
    'Wie gesendet, vom Zugriffsdienst nicht bestätigt: {parts}',
  ],
  sentParts: {
    person: ['the person', 'die Person'],
    account: ['the account', 'das Konto'],
    app: ['the app', 'die App'],
    entitlement: ['the permission', 'die Berechtigung'],
    period: ['the time', 'die Dauer'],
    justification: ['the justification', 'die Begründung'],
    emergency: ['whether it is an emergency', 'ob es ein Notfall ist'],
    answers: ['the answers', 'die Antworten'],
  },
  reason: ['Reason: {reason}', 'Grund: {reason}'],
  decidedOutside: [
    'Decided by {people} in the governance console',
    'Entschieden von {people} in der Zugriffsverwaltung',
  ],
  /** While somebody can still decide. */
  targetInactive: [
    '⚠️ In the access service, the account of {who} is {status}.',
    '⚠️ Im Zugriffsdienst ist das Konto von {who} {status}.',
  ],
  showEverything: ['Show everything', 'Alles zeigen'],
  showDetails: ['Show details', 'Details zeigen'],
  confidential: {
    waiting: ['Waiting for a decision', 'Wartet auf eine Entscheidung'],
    deciding: ['being decided', 'wird entschieden'],
  },
  approveInConsole: ['Approve in the console', 'In der Zugriffsverwaltung genehmigen'],
  denyInConsole: ['Deny in the console', 'In der Zugriffsverwaltung ablehnen'],
  /**
   * A button that leads to the console; `action`: one of `actions`, or an action that the bot does
   * not know.
   */
  actInConsole: ['{action} in the console', '{action} (Zugriffsverwaltung)'],
  /** Instead of such buttons, if no link to the console is configured. */
  actionsInConsole: [
    'In the governance console: {actions}',
    'In der Zugriffsverwaltung: {actions}',
  ],
  wrote: ['{who} wrote:', '{who} schrieb:'],
  askedAt: ['Asked by {who}, {when}', 'Angefragt von {who}, {when}'],
  askedForAt: ['Asked by {who} for {target}, {when}', 'Angefragt von {who} für {target}, {when}'],
  /** A delivered step is denied then. */
  deniedAt: ['I will deny it {when} if nobody decides', 'Ohne Entscheidung lehne ich {when} ab'],
  /** All that is known of it came with one delivery. */
  asReceived: [
    'as the access service sent it {when}',
    'wie der Zugriffsdienst es {when} gesendet hat',
  ],
  madeElsewhere: ['Not asked for in Slack', 'Nicht in Slack angefragt'],
  /** After `askedAt`, if tasks are not read again. */
  asItWasThen: [
    'as it was then; this card is not updated',
    'Stand von damals: diese Karte ändert sich nicht mehr',
  ],
  openInConsole: ['Open in the governance console', 'In der Zugriffsverwaltung öffnen'],
  /** Instead of the outcome, if the bot denied it because nobody decided in time. */
  undecided: ['Denied: nobody decided in time', 'Abgelehnt: Niemand hat entschieden'],
  /** An outcome that nobody knows yet. */
  otherOutcome: ['Closed ({outcome})', 'Abgeschlossen ({outcome})'],
  outcomes: {
    granted: ['Granted', 'Gewährt'],
    revoked: ['Taken away', 'Entzogen'],
    denied: ['Denied', 'Abgelehnt'],
    error: ['Could not be set up', 'Ließ sich nicht einrichten'],
    cancelled: ['Cancelled', 'Abgebrochen'],
    withdrawn: ['Withdrawn', 'Zurückgezogen'],
    'left-open': [
      'Withdrawn here, still open in the access service',
      'Hier zurückgezogen, im Zugriffsdienst noch offen',
    ],
    'not-sent': ['Did not go through', 'Ging nicht durch'],
    'no-answer': ['Sent, no answer', 'Gesendet, keine Antwort'],
    'wait-timed-out': ['Ran out of time', 'Zeit abgelaufen'],
    deleted: ['Deleted', 'Gelöscht'],
    none: ['Closed', 'Abgeschlossen'],
  },
  state: {
    approvedBy: ['*Approved* by {who}.', '*Genehmigt* von {who}.'],
    deniedBy: ['*Denied* by {who}.', '*Abgelehnt* von {who}.'],
    beingApprovedBy: ['*Being approved* by {who} …', '*Wird gerade genehmigt* von {who} …'],
    beingDeniedBy: ['*Being denied* by {who} …', '*Wird gerade abgelehnt* von {who} …'],
    failing: [
      '*Could not be set up yet.* Trying again.',
      '*Ließ sich noch nicht einrichten.* Neuer Versuch läuft.',
    ],
    waitingFor: ['*Waiting for* {people}', '*Wartet auf* {people}'],
    approved: [
      '*Approved*. Access is being set up.',
      '*Genehmigt*. Der Zugriff wird eingerichtet.',
    ],
    /** Before the service has it: why it waits. */
    unsent: {
      governance: [
        'The access service is not answering, so nobody can approve it yet. If it cannot wait, help another way.',
        'Der Zugriffsdienst antwortet nicht, darum kann es noch niemand genehmigen. Wenn es nicht warten kann, helft auf anderem Weg.',
      ],
      refused: [
        'The access service refuses me, because my credentials are wrong, so nobody can approve it yet. If it cannot wait, help another way. Tell {helpers}.',
        'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen, darum kann es noch niemand genehmigen. Wenn es nicht warten kann, helft auf anderem Weg. Sagt {helpers} Bescheid.',
      ],
      other: ['Waiting for the access service', 'Wartet auf den Zugriffsdienst'],
    },
    nobody: [
      '*Waiting*. Nobody is named to decide yet.',
      '*Wartet*. Noch ist niemand für die Prüfung genannt.',
    ],
  },
  approvedBy: ['Approved by {who}, {when}', 'Genehmigt von {who}, {when}'],
  deniedBy: ['Denied by {who}, {when}', 'Abgelehnt von {who}, {when}'],
} as const;

/** What an open request waits for if it is not a review, and who reassigned a review to whom. */
export const steps = {
  somebody: ['somebody', 'jemand'],
  form: [
    'Waiting for {people} to fill in a form.',
    'Wartet darauf, dass {people} ein Formular ausfüllt.',
  ],
  waitUntil: ['Waiting until {when}.', 'Wartet bis {when}.'],
  waitFor: ['Waiting for “{what}”.', 'Wartet auf „{what}“.'],
  waiting: ['Waiting for a condition of the policy.', 'Wartet auf eine Bedingung der Richtlinie.'],
  'set-up': ['Access is being set up.', 'Der Zugriff wird eingerichtet.'],
  setUpBy: ['{people} sets it up.', '{people} richtet es ein.'],
  'set-up-elsewhere': [
    'Another system is asked to set it up.',
    'Ein anderes System wird gebeten, es einzurichten.',
  ],
  'decided-elsewhere': [
    'Another system is asked for the decision.',
    'Ein anderes System wird um die Entscheidung gebeten.',
  ],
  automation: ['An automation is running.', 'Eine Automatisierung läuft.'],
  accepted: ['The policy accepts it.', 'Die Richtlinie nimmt es an.'],
  rejected: ['The policy turns it down.', 'Die Richtlinie lehnt es ab.'],
  itSays: ['It says: “{said}”', 'Sie sagt: „{said}“'],
  processing: ['The access service is working on it.', 'Der Zugriffsdienst arbeitet daran.'],
  unknown: [
    'The governance console shows what it waits for.',
    'Worauf es wartet, zeigt die Zugriffsverwaltung.',
  ],
  /** After the people who can decide now, without a full stop; never says why. */
  away: ['Away: {who}', 'Nicht da: {who}'],
  awayAll: [
    'Away: {who}, so nobody can decide now',
    'Nicht da: {who}, also kann gerade niemand entscheiden',
  ],
  /** The service's own deadline, and what follows it. */
  deadline: {
    'goes-to': [
      'If nobody decides, it goes to {people}: {when}.',
      'Ohne Entscheidung geht es an {people}: {when}.',
    ],
    cancelled: [
      'If nobody decides, it is cancelled: {when}.',
      'Ohne Entscheidung wird es abgebrochen: {when}.',
    ],
    skipped: [
      'If nobody decides, this step is skipped: {when}.',
      'Ohne Entscheidung wird dieser Schritt übersprungen: {when}.',
    ],
    'other-policy': [
      'If nobody decides, another policy applies: {when}.',
      'Ohne Entscheidung gilt eine andere Richtlinie: {when}.',
    ],
    unknown: [
      'The time to decide ends {when}. I cannot tell what happens then.',
      'Die Zeit für die Entscheidung endet {when}. Was dann geschieht, kann ich nicht sagen.',
    ],
  },
  /** After the people who can decide now, without a full stop. */
  passedOn: ['Passed on by {from}', 'Übergeben von {from}'],
} as const;

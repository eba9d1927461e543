/** Long because it has every word of the form, of what it says meanwhile and after a submission. */
export const requestFormTexts = {
  title: ['Request access', 'Zugriff anfragen'],
  emergencyTitle: ['Emergency access', 'Notfallzugriff'],
  extendTitle: ['Extend access', 'Zugriff verlängern'],
  correctTitle: ['Correct request', 'Anfrage berichtigen'],
  correctIntro: [
    'Submitting this withdraws your first request{number} and sends this one instead. Until then nothing changes.',
    'Mit dem Absenden wird deine erste Anfrage{number} zurückgezogen und diese gestellt. Bis dahin ändert sich nichts.',
  ],
  /** The words for an id in a quoted message, behind "@" or "#". */
  unlabelled: {
    person: ['somebody', 'jemand'],
    channel: ['a-channel', 'ein-kanal'],
    group: ['a group', 'eine Gruppe'],
  },
  submit: ['Submit', 'Absenden'],
  cancel: ['Cancel', 'Abbrechen'],
  close: ['Close', 'Schließen'],
  app: ['App', 'App'],
  searchPlaceholder: ['Type to search', 'Zum Suchen tippen'],
  entitlement: ['Role or permission', 'Rolle oder Berechtigung'],
  entitlementHint: [
    'Up to {most}. Each is decided separately.',
    'Bis zu {most}. Jede wird einzeln geprüft.',
  ],
  /** Levels that services commonly have; any other is shown as it is named. */
  riskLevels: {
    low: ['low', 'niedrig'],
    medium: ['medium', 'mittel'],
    high: ['high', 'hoch'],
    critical: ['critical', 'kritisch'],
  },
  longest: ['At most {duration}', 'Höchstens {duration}'],
  /** By a rule of the tenant that only the service can evaluate. */
  longestOpen: [
    'At most {duration}, but this may depend on your request',
    'Höchstens {duration}, das kann aber von deiner Anfrage abhängen',
  ],
  timeOpen: [
    'How long is possible may depend on your request',
    'Wie lange, kann von deiner Anfrage abhängen',
  ],
  untilRevokedPossible: ['Possible until revoked', 'Bis auf Widerruf möglich'],
  owners: ['Owned by {people}', 'Verantwortlich: {people}'],
  decidedBy: ['Decided by {people}', 'Es entscheidet {people}'],
  /** In the place of people, by the policy; between two steps stands `thenDecides`. */
  deciders: {
    oneOf: ['one of {people}', 'eine dieser Personen: {people}'],
    manager: ['the manager', 'die Führungskraft'],
    group: ['one of {group}', 'jemand aus {group}'],
    unnamedGroup: ['one of a group', 'jemand aus einer Gruppe'],
    'app-owners': ['an owner of the app', 'jemand, dem die App untersteht'],
    'entitlement-owners': ['an owner of this access', 'jemand, dem dieser Zugriff untersteht'],
    'resource-owners': ['an owner of the resource', 'jemand, dem die Ressource untersteht'],
    self: ['the person who gets it', 'die Person, die es bekommt'],
    rule: ['somebody chosen by a rule', 'jemand, den eine Regel bestimmt'],
  },
  thenDecides: [', then ', ', dann '],
  /** After those who decide before. */
  thenRefused: [', then refused automatically', ', dann wird automatisch abgelehnt'],
  decidersDepend: [
    'Who decides depends on your request',
    'Wer entscheidet, hängt von deiner Anfrage ab',
  ],
  approvedAtOnce: ['The policy approves it at once', 'Die Richtlinie genehmigt es sofort'],
  refusedAutomatically: ['The policy turns it down', 'Die Richtlinie lehnt es ab'],
  heldUntil: ['You have this until {moment}.', 'Das hast du bis {moment}.'],
  held: ['You have this until it is revoked.', 'Das hast du bis auf Widerruf.'],
  /** If nobody can say until when. */
  heldUnclear: ['You have this. {unclear}', 'Das hast du. {unclear}'],
  heldByTarget: [
    'The person this is for already has it.',
    'Die Person, für die es ist, hat das schon.',
  ],
  /** Follows one of those. */
  shorterEnds: [
    'A request for a shorter time can end it sooner.',
    'Eine Anfrage für kürzere Zeit kann es früher beenden.',
  ],
  decisionIn: ['The decision is in the {console}.', 'Die Entscheidung steht in der {console}.'],
  /** For a withdrawn request that the service could not close. */
  leftOpen: [
    'The withdrawn request{number} is still open in the {console}. Ask again when a reviewer has closed it there.',
    'Die zurückgezogene Anfrage{number} ist in der {console} noch offen. Frage wieder an, wenn sie dort geschlossen ist.',
  ],
  /** Follows the words for a duplicate. */
  madeElsewhere: [
    'It was made in the {console}; a second one would be refused.',
    'Sie wurde in der {console} gestellt; eine zweite würde abgelehnt.',
  ],
  /** After `madeElsewhere`, where they made it or it is for them. */
  endIsTold: ['You will hear here how it ends.', 'Du erfährst hier, wie sie ausgeht.'],
  /** For what the person does not see in the tenant's catalogs, as far as the bot knows. */
  notVisible: ['May not be requestable for you', 'Für dich vielleicht nicht anfragbar'],
  notVisibleForTarget: [
    'May not be requestable for this person',
    'Für diese Person vielleicht nicht anfragbar',
  ],
  askAnyway: ['Ask anyway', 'Trotzdem anfragen'],
  notVisibleHint: [
    '{what}: as far as I can see, the access service would refuse this. Only the service can say for sure.',
    '{what}: Soweit ich sehe, würde der Zugriffsdienst das ablehnen. Sicher weiß das nur er selbst.',
  ],
  notTicked: [
    'Tick “Ask anyway”, or pick something else.',
    'Setze das Häkchen bei „Trotzdem anfragen“, oder wähle etwas anderes.',
  ],
  /** An entitlement that brings others. */
  profile: ['This is an access profile.', 'Das ist ein Zugriffsprofil.'],
  profileBrings: ['It brings {what}.', 'Es bringt {what}.'],
  profileMore: ['Not named here: {count}.', 'Hier nicht genannt: {count}.'],
  profileHeld: ['You already have: {what}.', 'Du hast schon: {what}.'],
  profileTasks: [
    'Once you have it, the access service requests the rest one by one.',
    'Bist du darin, fragt der Zugriffsdienst das Übrige einzeln an.',
  ],
  appNotVisible: [
    'Nothing in {app} is listed here, because it may not be requestable for this person. Type the exact name of what is needed.',
    'Aus {app} wird hier nichts aufgeführt, weil es für diese Person vielleicht nicht anfragbar ist. Gib den genauen Namen ein.',
  ],
  candidates: ['Which one do you mean?', 'Was davon meinst du?'],
  askForEmergency: ['Ask for emergency access', 'Notfallzugriff anfragen'],
  emergencyConfirmTitle: ['Ask for emergency access?', 'Notfallzugriff anfragen?'],
  onCallIsCalled: ['On-call is called.', 'Die Bereitschaft wird gerufen.'],
  /** In a form: nobody is called before it is submitted. */
  onCallWillBeCalled: [
    'On-call will be called when you submit.',
    'Die Bereitschaft wird gerufen, wenn du abschickst.',
  ],
  emergencyRules: ['The rules for emergencies apply.', 'Es gelten die Regeln für Notfälle.'],
  /** Before an open request becomes an emergency; followed by who is called, or the rules. */
  emergencyStartsOver: [
    '{what} becomes an emergency request. Its review starts over: approvals so far no longer count.',
    '{what} wird ein Notfall. Die Prüfung beginnt von vorn: Bisherige Genehmigungen zählen nicht mehr.',
  ],
  /** `when` on the reader's clock: "15:41", or as `dayAndTime`. */
  extendedUntil: [
    '{duration} (until about {when} if approved now)',
    '{duration} (bis etwa {when}, wenn jetzt genehmigt)',
  ],
  /** As Luxon formats it: "Fri 27 Nov, 18:00". */
  dayAndTime: ['ccc d LLL, HH:mm', 'ccc d. LLL, HH:mm'],
  extendIntro: ['More time with {what}.', 'Mehr Zeit mit {what}.'],
  justification: ['Why you need it', 'Wofür du es brauchst'],
  justificationHint: [
    'A ticket or incident number helps.',
    'Eine Ticket- oder Störungsnummer hilft.',
  ],
  duration: ['For how long', 'Für wie lange'],
  /** The choice that adds the text field `time`. */
  anotherTime: ['Another time: type it', 'Andere Zeit: selbst eingeben'],
  time: ['Your time', 'Deine Zeit'],
  timeHint: [
    'A duration, or an end in your time zone. Press Enter to see when the access ends.',
    'Eine Dauer oder ein Ende in deiner Zeitzone. Mit Enter siehst du, wann der Zugriff endet.',
  ],
  endsAfterGrant: ['{duration} from approval.', '{duration} ab der Genehmigung.'],
  /** With the rest of the access that it prolongs. `time`: when the form was shown. */
  endsProlonged: [
    'Ends {moment} if approved at {time}.',
    'Endet {moment}, wenn um {time} genehmigt.',
  ],
  /** Before the end, of more time that comes to more than is allowed. */
  cutAtLongest: [
    'At most {duration} in all is possible, so you get less than you picked.',
    'Mehr als {duration} insgesamt geht nicht, du bekommst also weniger als gewählt.',
  ],
  /**
   * For a typed end, which becomes a duration when the form is submitted. Shown before that and after.
   */
  endsUntil: [
    'Ends {moment}. If a late approval cannot keep that, I tell you.',
    'Endet {moment}. Wenn eine späte Genehmigung das nicht halten kann, sage ich es dir.',
  ],
  endsNever: ['Does not end until it is revoked.', 'Endet erst, wenn der Zugriff widerrufen wird.'],
  timePlaceholder: ['90m, 3 days, until Friday 18:00', '90m, 3 Tage, bis Freitag 18 Uhr'],
  account: ['Account', 'Konto'],
  accountHint: [
    'There are several accounts in this app. Pick the one that needs the access.',
    'In dieser App gibt es mehrere Konten. Wähle das, das den Zugriff braucht.',
  ],
  target: ['For somebody else', 'Für jemand anderen'],
  targetHint: ['Leave this empty if it is for you.', 'Lass das leer, wenn es für dich ist.'],
  yes: ['Yes', 'Ja'],
  no: ['No', 'Nein'],
  gone: [
    'This cannot be requested now. Pick something else, or try it again in a minute.',
    'Das kann gerade nicht angefragt werden. Wähle etwas anderes, oder versuche es in einer Minute noch einmal.',
  ],
  /** Until the lists were read once. `apps` names those whose list is missing. */
  nothingReadYet: [
    'I am still reading what can be requested. Something may be missing here: try again in a minute.',
    'Ich lese noch, was angefragt werden kann. Hier kann etwas fehlen: versuche es in einer Minute noch einmal.',
  ],
  notReadYet: [
    'I have not read the list of {apps} yet. Something may be missing here: try again in a minute.',
    'Die Liste von {apps} habe ich noch nicht gelesen. Hier kann etwas fehlen: versuche es in einer Minute noch einmal.',
  ],
  /** The bot's credentials are wrong; also on Home. */
  serviceRefuses: [
    '⚠️ The access service refuses me, because my credentials are wrong. Until that is mended, I can read and send nothing; what you submit is kept. Tell {helpers}.',
    '⚠️ Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen. Bis das behoben ist, kann ich nichts lesen und nichts senden; was du abschickst, bleibt gespeichert. Sag {helpers} Bescheid.',
  ],
  listUnavailable: ['The list cannot be loaded now', 'Die Liste lässt sich gerade nicht laden'],
  notOpened: [
    'The form did not open, and nothing was submitted. Try again.',
    'Das Formular ging nicht auf, und es wurde nichts abgeschickt. Versuche es noch einmal.',
  ],
  nothingForEmergencies: [
    'Nothing here is available as emergency access. Use /request-access.',
    'Hier ist nichts als Notfall möglich. Verwende /request-access.',
  ],
  /** While not all lists are read. */
  notAmongRead: [
    'In what I have read so far, I cannot find “{words}”.',
    'In dem, was ich bisher gelesen habe, finde ich „{words}“ nicht.',
  ],
  notUnderstood: ['I did not understand “{words}”.', '„{words}“ habe ich nicht verstanden.'],
  /** A word after the command that I know, such as “status”. */
  didYouMean: [
    'Did you mean “{word}”? Close this form and type the command again with it.',
    'Meintest du „{word}“? Schließe dieses Formular und gib den Befehl damit noch einmal ein.',
  ],
  reasonCut: [
    'Your reason is too long: its end is cut off.',
    'Dein Grund ist zu lang: das Ende fehlt hier.',
  ],
  namedNotAsEmergency: [
    '“{what}” is not available as emergency access. Use /request-access.',
    '„{what}“ ist nicht als Notfall möglich. Verwende /request-access.',
  ],
  timeNotFilledIn: [
    'I did not fill in “{words}”. {why}',
    '„{words}“ habe ich nicht eingetragen. {why}',
  ],
  /** For a mistyped word, if a wrong guess could be dangerous. */
  readAs: [
    'I read “{typed}” as “{meant}”. Pick below if that is what you mean.',
    '„{typed}“ habe ich als „{meant}“ gelesen. Wähle es unten aus, wenn du das meinst.',
  ],
  ambiguous: [
    '“{words}” can mean more than one thing. Pick below.',
    '„{words}“ kann mehreres heißen. Wähle unten.',
  ],
  refusedBefore: ['Last time: {why}', 'Beim letzten Mal: {why}'],
  answers: {
    missing: ['Fill this in.', 'Fülle das aus.'],
    /** Not beside the question, which says why. */
    'in-console': [
      'Ask for this in the governance console.',
      'Frage das in der Zugriffsverwaltung an.',
    ],
    'no-number': ['Write a number that fits.', 'Schreibe eine Zahl, die passt.'],
    'no-date': ['Pick a day.', 'Wähle einen Tag.'],
    'not-offered': ['Pick one of the choices.', 'Wähle eine der Möglichkeiten.'],
  },
  /** The rules for an answer, by the service's names for them. */
  rules: {
    minLen: ['Write at least {held} characters.', 'Schreibe mindestens {held} Zeichen.'],
    maxLen: ['Write at most {held} characters.', 'Schreibe höchstens {held} Zeichen.'],
    minBytes: ['Write at least {held} bytes.', 'Schreibe mindestens {held} Bytes.'],
    maxBytes: ['Write at most {held} bytes.', 'Schreibe höchstens {held} Bytes.'],
    pattern: ['Write it in the form {held}.', 'Schreibe es in der Form {held}.'],
    prefix: ['Begin with “{held}”.', 'Beginne mit „{held}“.'],
    suffix: ['End with “{held}”.', 'Ende mit „{held}“.'],
    contains: ['Write “{held}” in it.', 'Schreibe „{held}“ hinein.'],
    notContains: ['Leave out “{held}”.', 'Lass „{held}“ weg.'],
    in: ['Write one of these: {held}.', 'Schreibe eins davon: {held}.'],
    notIn: ['Write none of these: {held}.', 'Schreibe nichts davon: {held}.'],
    email: ['Write an email address.', 'Schreibe eine E-Mail-Adresse.'],
    hostname: [
      'Write a host name, like example.com.',
      'Schreibe einen Hostnamen, etwa example.com.',
    ],
    ip: ['Write an IP address, like 192.0.2.1.', 'Schreibe eine IP-Adresse, etwa 192.0.2.1.'],
    uri: [
      'Write a whole address, like https://example.com.',
      'Schreibe eine ganze Adresse, etwa https://example.com.',
    ],
    address: [
      'Write a host name or an IP address.',
      'Schreibe einen Hostnamen oder eine IP-Adresse.',
    ],
    uriRef: [
      'Write an address, or a path like /a.',
      'Schreibe eine Adresse oder einen Pfad wie /a.',
    ],
    wellKnownRegex: [
      'Write what an HTTP header can hold.',
      'Schreibe, was in einem HTTP-Header stehen kann.',
    ],
    uuid: ['Write a UUID.', 'Schreibe eine UUID.'],
    isTrue: ['You can continue only with “Yes”.', 'Nur mit „Ja“ geht es weiter.'],
    gt: ['More than {held}.', 'Mehr als {held}.'],
    lt: ['Less than {held}.', 'Weniger als {held}.'],
    gte: ['At least {held}.', 'Mindestens {held}.'],
    lte: ['At most {held}.', 'Höchstens {held}.'],
    minDate: ['Pick {held} or a later day.', 'Wähle den {held} oder einen späteren Tag.'],
    maxDate: ['Pick {held} or an earlier day.', 'Wähle den {held} oder einen früheren Tag.'],
    minItems: ['Write at least {held}, one a line.', 'Schreibe mindestens {held}, je Zeile eins.'],
    maxItems: ['Write at most {held}, one a line.', 'Schreibe höchstens {held}, je Zeile eins.'],
    unique: ['Write each of them once.', 'Schreibe jedes nur einmal.'],
    requiredTogether: ['Needed together with: {held}.', 'Nötig zusammen mit: {held}.'],
    atLeastOne: ['Fill in this or: {held}.', 'Fülle dies aus oder: {held}.'],
    mutuallyExclusive: [
      'Leave this or the others empty: {held}.',
      'Lass dies oder die anderen leer: {held}.',
    ],
    dependentOn: ['Fill in first: {held}.', 'Fülle zuerst aus: {held}.'],
  },
  inConsole: [
    '*{question}* can be answered in the {console} only.',
    '*{question}* geht nur in der {console}.',
  ],
  /** Before anything is sent: without that answer the request would not be whole. */
  requiredInConsole: [
    '*{question}* has to be answered, which is possible in the {console} only. Ask for this there.',
    '*{question}* muss beantwortet werden, und das geht nur in der {console}. Frage das dort an.',
  ],
  /** A question that the tenant has answered for everybody. */
  locked: [
    '*{question}*: {answer}\n_This is set for everybody and cannot be changed._',
    '*{question}*: {answer}\n_Das ist für alle festgelegt und lässt sich nicht ändern._',
  ],
  oneALine: ['One a line.', 'Je Zeile eins.'],
  notSaved: [
    'This was not saved, so nothing was submitted. Press Submit again in a moment.',
    'Das wurde nicht gespeichert, also nichts abgeschickt. Drücke gleich noch einmal auf Absenden.',
  ],
  maybeSaved: [
    'It is not certain that this was saved. Press Submit again in a moment: it is not submitted twice.',
    'Es ist nicht sicher, ob das gespeichert wurde. Drücke gleich noch einmal auf Absenden: Doppelt abgeschickt wird es nicht.',
  ],
  /**
   * The window may stay open for hours, so nothing in it becomes untrue. It promises no decision:
   * not every tenant tells the bot of one.
   */
  received: ['Submitted. I’ll message you about it.', 'Abgeschickt. Ich schreibe dir dazu.'],
  receivedEmergency: [
    'Unless it is refused, I post it in {where} as well.',
    'Wird sie nicht abgelehnt, zeige ich sie auch in {where}.',
  ],
  receivedOnCall: [
    'Unless it is refused, I alert on-call in {where}.',
    'Wird sie nicht abgelehnt, rufe ich die Bereitschaft in {where}.',
  ],
  /** As a place: "in your direct messages". */
  yourDirectMessages: ['your direct messages', 'deinen Direktnachrichten'],
} as const;

/** Home, and the answers to `list` and `status`. */
export const home = {
  title: ['Access requests', 'Zugriffsanfragen'],
  waitingForMe: ['Waiting for me', 'Wartet auf mich'],
  waitingForMeCount: ['Waiting for me: {count}', 'Wartet auf mich: {count}'],
  moreWaiting: [
    '{count} more waiting. They move up as you decide.',
    '{count} weitere warten. Sie rücken nach, wenn du entscheidest.',
  ],
  groups: {
    open: ['My open requests', 'Meine offenen Anfragen'],
    active: ['My access', 'Mein Zugriff'],
    sent: ['Sent', 'Abgeschickt'],
    ended: ['Ended', 'Beendet'],
  },
  forSomebody: ['for {who}', 'für {who}'],
  bySomebody: ['asked by {who}', 'angefragt von {who}'],
  until: ['until {when}', 'bis {when}'],
  /** `left` was true when it was written, and `when` stays true. */
  untilWithLeft: ['until {when} ({left} left)', 'bis {when} (noch {left})'],
  ended: {
    expired: ['ended {when}', 'beendet {when}'],
    'given-back': ['given back {when}', 'zurückgegeben {when}'],
    'taken-away': ['taken away {when}', 'entzogen {when}'],
    unconfirmed: ['should have ended {when}, as granted', 'sollte wie gewährt {when} enden'],
  },
  goesOnLater: [
    'went on with a later request {when}',
    'lief mit einer späteren Anfrage weiter: {when}',
  ],
  beingRemoved: {
    'given-back': ['is being given back', 'wird gerade zurückgegeben'],
    'taken-away': ['is being taken away', 'wird gerade entzogen'],
  },
  beingWithdrawn: ['is being withdrawn', 'wird gerade zurückgezogen'],
  notTakenAway: ['should have been taken away', 'sollte schon entzogen sein'],
  again: ['Request again', 'Noch einmal anfragen'],
  extend: ['Extend', 'Verlängern'],
  withdraw: ['Withdraw', 'Zurückziehen'],
  withdrawTitle: ['Withdraw this request?', 'Anfrage zurückziehen?'],
  // Not that nobody decides: where the tenant has no actions, the request stays open there.
  withdrawWarning: [
    'This withdraws {what}. I tell you if the access service does not close it. You can request it again.',
    'Damit ziehst du {what} zurück. Ich sage dir, wenn der Zugriffsdienst es nicht schließt. Du kannst es wieder anfragen.',
  ],
  withdrawAll: ['Withdraw all', 'Alle zurückziehen'],
  withdrawAllTitle: ['Withdraw all of these requests?', 'Alle diese Anfragen zurückziehen?'],
  withdrawAllWarning: [
    'This withdraws all of them. I tell you if the access service does not close one. You can request them again.',
    'Damit ziehst du alle zurück. Ich sage dir, wenn der Zugriffsdienst eine nicht schließt. Du kannst sie wieder stellen.',
  ],
  correct: ['Correct', 'Berichtigen'],
  nudge: ['Nudge', 'Anstupsen'],
  nudged: ['nudged {when}', 'angestupst {when}'],
  asks: ['{who} asks you something', '{who} fragt dich etwas'],
  giveBack: ['Give back', 'Zurückgeben'],
  giveBackTitle: ['Give this access back?', 'Diesen Zugriff zurückgeben?'],
  giveBackWarning: [
    'Your access to {what} ends now. You can request it again.',
    'Dein Zugriff auf {what} endet jetzt. Du kannst ihn wieder anfragen.',
  ],
  /** In the confirmation of *Give back*, where more goes than is given back. */
  takenWarning: ['I will ask for {what} to be removed.', 'Ich lasse {what} entziehen.'],
  mayTake: ['This may take away {names} as well.', 'Dabei kann auch {names} entzogen werden.'],
  /** Where the person has several. */
  account: ['account {account}', 'Konto {account}'],
  /** In the confirmation of *Give back*. */
  alsoWithdrawn: [
    'Your request for more time is withdrawn as well.',
    'Ich ziehe auch deine Anfrage auf mehr Zeit zurück.',
  ],
  nothingYet: [
    'Nothing requested yet. Type `/request-access`.',
    'Noch nichts angefragt. Gib `/request-access` ein.',
  ],
  nothingOpen: [
    'No open requests. Type `/request-access`.',
    'Keine offenen Anfragen. Gib `/request-access` ein.',
  ],
  corrected: ['corrected', 'berichtigt'],
  moreTime: ['request for more time', 'Anfrage auf mehr Zeit'],
  undelivered: [
    'somebody could not be told of it; the administrators know',
    'jemand war dazu nicht zu erreichen; die Administratoren wissen Bescheid',
  ],
  asked: ['asked {when}', 'angefragt {when}'],
  waitingFor: ['waiting for {people}', 'wartet auf {people}'],
  console: ['governance console', 'Zugriffsverwaltung'],
} as const;

/** What waits for somebody's decision. */
export const waiting = {
  nothing: ['Nothing waits for you any more.', 'Auf dich wartet nichts mehr.'],
} as const;

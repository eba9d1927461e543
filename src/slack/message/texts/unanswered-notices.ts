/** Messages about requests that nobody decides: reminders, escalations, emergencies. */
export const unansweredNotices = {
  waiting: {
    reminder: ['This is waiting for your decision:', 'Das wartet auf deine Entscheidung:'],
    setUp: {
      reminder: ['This is waiting for you to set it up:', 'Das musst du noch einrichten:'],
      overdue: ['Nobody has set this up yet:', 'Das hat noch niemand eingerichtet:'],
    },
    overdue: ['Nobody has decided on this yet:', 'Darüber hat noch niemand entschieden:'],
    /** If the service does not say what became of it. */
    untold: {
      reminder: [
        'As far as I know, this is waiting for your decision:',
        'Soweit ich weiß, wartet das auf deine Entscheidung:',
      ],
      overdue: [
        'I do not know of a decision on this yet:',
        'Hierzu ist mir noch keine Entscheidung bekannt:',
      ],
    },
    snooze: ['Snooze', 'Später erinnern'],
    snoozeUntil: ['Remind me', 'Erinnere mich'],
    choices: {
      hour: ['In an hour', 'In einer Stunde'],
      hours: ['In 4 hours', 'In 4 Stunden'],
      tomorrow: ['Tomorrow', 'Morgen'],
      week: ['Next week', 'Nächste Woche'],
    },
    snoozed: ['I will remind you {when}.', 'Ich erinnere dich {when}.'],
    /** What became of requests that a message said were waiting, each on a line of its own. */
    settled: {
      approve: ['{who} approved this {when}.', '{who} hat das {when} genehmigt.'],
      deny: ['{who} denied this {when}.', '{who} hat das {when} abgelehnt.'],
      movedOn: [
        'this step is over, and the next one waits.',
        'dieser Schritt ist vorbei, und der nächste wartet.',
      ],
    },
    /** To somebody who snoozes a reminder although the request is decided. */
    nothingWaits: [
      'None of this is waiting for you any more.',
      'Davon wartet nichts mehr auf dich.',
    ],
    undecided: [
      'Nobody has decided on {request} yet.',
      'Über {request} hat noch niemand entschieden.',
    ],
    undecidedUntold: [
      'The access service does not say whether somebody has decided on {request}.',
      'Der Zugriffsdienst sagt nicht, ob schon entschieden wurde. Es geht um {request}.',
    ],
    told: ['I told {people}.', 'Ich habe {people} Bescheid gesagt.'],
    nobodyToTell: [
      'I found nobody else to tell. Ask {helpers}.',
      'Sonst fand ich niemanden. Wende dich an {helpers}.',
    ],
    emergency: [
      'If it cannot wait, ask for emergency access on my Home tab.',
      'Wenn es nicht warten kann, frag auf meinem Home-Tab Notfallzugriff an.',
    ],
  },
  /** While nobody decides on an emergency. */
  unanswered: {
    asOf: [
      'As of {asOf}, nobody has decided on {request}. It has been waiting since {since}.',
      'Stand {asOf}: Über {request} hat noch niemand entschieden. Offen seit {since}.',
    ],
    asOfUntold: [
      'As of {asOf}, the access service does not say whether somebody has decided on {request}. I have been waiting for news since {since}.',
      'Stand {asOf}: Der Zugriffsdienst sagt nicht, ob schon entschieden wurde. Es geht um {request}. Seit {since} warte ich auf Nachricht.',
    ],
    calledOnCall: [
      'I called on-call in {channel}.',
      'Die Bereitschaft habe ich in {channel} gerufen.',
    ],
    calledChannel: ['I told {channel}.', 'Ich habe {channel} Bescheid gesagt.'],
    calls: {
      reminded: ['{when}: I reminded {people}.', '{when}: Ich habe {people} erinnert.'],
      told: ['{when}: I told {people}.', '{when}: Ich habe {people} Bescheid gesagt.'],
    },
    next: [
      'If nobody decides by {when}, I tell {people}.',
      'Wenn bis {when} niemand entscheidet, sage ich {people} Bescheid.',
    ],
    /** The last words, once everybody was called. */
    nobodyNext: [
      'Do not wait for me: phone on-call, nudge the reviewers, or ask {helpers}.',
      'Warte nicht auf mich: Ruf die Bereitschaft an, erinnere an die Prüfung, oder wende dich an {helpers}.',
    ],
    meanwhile: [
      'You can nudge the reviewers, or phone on-call.',
      'Du kannst an die Prüfung erinnern oder die Bereitschaft anrufen.',
    ],
    update: ['I will look again {when}.', 'Ich sehe {when} wieder nach.'],
    noUpdate: [
      'This message changes when somebody decides.',
      'Diese Nachricht ändert sich, wenn jemand entscheidet.',
    ],
    /** Somebody is deciding right now. */
    deciding: [
      'Somebody is deciding on {request} right now.',
      'Über {request} wird gerade entschieden.',
    ],
    reminded: [
      'Reminder {count}, after {duration} without a decision.',
      'Erinnerung {count}, nach {duration} ohne Entscheidung.',
    ],
    lastReminded: [
      'Reminder {count}, the last one, after {duration} without a decision.',
      'Erinnerung {count}, die letzte, nach {duration} ohne Entscheidung.',
    ],
    nobodyAfter: ['Nobody else is told after this.', 'Danach sage ich niemandem mehr Bescheid.'],
  },
  emergencyWaiting: [
    'The access service is not answering, so nobody can approve it yet. If it cannot wait, help another way.',
    'Der Zugriffsdienst antwortet nicht, darum kann es noch niemand genehmigen. Wenn es nicht warten kann, helft auf anderem Weg.',
  ],
  emergencyRefused: [
    'The access service refuses me, because my credentials are wrong, so nobody can approve it yet. If it cannot wait, help another way. Tell {helpers}.',
    'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen, darum kann es noch niemand genehmigen. Wenn es nicht warten kann, helft auf anderem Weg. Sagt {helpers} Bescheid.',
  ],
  /** Replaces that message once the service has the request. */
  emergencyWaited: [
    'The access service has this request now. Its card says how it stands.',
    'Der Zugriffsdienst hat diese Anfrage jetzt. Auf ihrer Karte steht, was daraus wird.',
  ],
  emergencyNotSent: [
    'This was not sent to the access service. There is nothing to decide on.',
    'Das wurde nicht an den Zugriffsdienst gesendet. Es gibt nichts zu entscheiden.',
  ],
  /** In a channel that may be shared with another company. */
  emergencyElsewhere: [
    'An emergency request is waiting for a decision. I sent it to its reviewers directly, because this channel may be shared with another company.',
    'Eine Notfallanfrage wartet auf eine Entscheidung. Ich habe sie den Prüfenden direkt geschickt, weil dieser Kanal mit einer anderen Firma geteilt sein kann.',
  ],
  /** Replaces that message once nobody has to decide any more. */
  emergencyElsewhereOver: [
    'An emergency request was waiting for a decision. It is no longer waiting.',
    'Eine Notfallanfrage wartete auf eine Entscheidung. Sie wartet nicht mehr.',
  ],
  emergencyTold: [
    'I told {channel}. If it cannot wait, ask there.',
    'In {channel} habe ich Bescheid gesagt. Wenn es nicht warten kann, frage dort.',
  ],
} as const;

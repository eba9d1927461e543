/** What is said beside the refusals, whose own words stand in `domain/refusals/refusals.ts`. */
export const besideRefusals = {
  /** The helpers if nobody is configured. */
  itTeam: ['your IT team', 'dein IT-Team'],
  /** What changed in a request that is no longer what its card showed. */
  changed: {
    target: [
      'The request is now for another person.',
      'Die Anfrage ist jetzt für eine andere Person.',
    ],
    app: ['The request is now about another app.', 'Die Anfrage betrifft jetzt eine andere App.'],
    entitlements: [
      'The request is now about another permission.',
      'Die Anfrage betrifft jetzt eine andere Berechtigung.',
    ],
    duration: ['The duration changed.', 'Die Dauer hat sich geändert.'],
    justification: ['The justification was rewritten.', 'Die Begründung wurde neu geschrieben.'],
    answers: ['The answers in its form changed.', 'Die Angaben im Formular haben sich geändert.'],
    emergency: [
      'The request was marked as an emergency, or no longer is.',
      'Die Anfrage wurde zum Notfall oder ist keiner mehr.',
    ],
    account: [
      'The request is now for another account.',
      'Die Anfrage ist jetzt für ein anderes Konto.',
    ],
    alsoTaken: [
      'What is taken away as well has changed.',
      'Was dabei auch entzogen wird, hat sich geändert.',
    ],
    names: ['What is requested has another name now.', 'Was angefragt ist, heißt jetzt anders.'],
    now: {
      names: ['What is requested is now called {what}.', 'Was angefragt ist, heißt jetzt {what}.'],
      target: ['The request is now for {who}.', 'Die Anfrage ist jetzt für {who}.'],
      app: ['The app is now {what}.', 'Die App ist jetzt {what}.'],
      entitlements: ['The request is now about {what}.', 'Die Anfrage betrifft jetzt {what}.'],
      duration: ['The duration is now {duration}.', 'Die Dauer ist jetzt {duration}.'],
      unreadable: [
        'I cannot read how long the access is to last now: look at it in the governance console.',
        'Ich kann nicht lesen, wie lange der Zugriff jetzt gelten soll: Sieh in der Zugriffsverwaltung nach.',
      ],
      permanent: [
        'The access now lasts until it is revoked.',
        'Der Zugriff gilt jetzt bis auf Widerruf.',
      ],
      justification: ['The justification is now: “{text}”.', 'Die Begründung ist jetzt: „{text}“.'],
      noJustification: [
        'The request has no justification any more.',
        'Die Anfrage hat keine Begründung mehr.',
      ],
      account: [
        'The request is now for the account {account}.',
        'Die Anfrage ist jetzt für das Konto {account}.',
      ],
      alsoTaken: ['{names} would be taken away as well now.', 'Jetzt würde auch {names} entzogen.'],
      onlyThis: ['Nothing else is taken away any more.', 'Außerdem wird nichts mehr entzogen.'],
      emergency: ['The request is now an emergency.', 'Die Anfrage ist jetzt ein Notfall.'],
      noEmergency: ['The request is no longer an emergency.', 'Die Anfrage ist kein Notfall mehr.'],
    },
    typed: ['You wrote: {words}', 'Du hattest geschrieben: {words}'],
  },
} as const;

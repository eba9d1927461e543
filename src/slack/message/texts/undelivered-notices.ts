/** Messages about a request, or an action on one, that the access service has not taken (yet). */
export const undeliveredNotices = {
  refused: ['{opening} did not go through. {refusal}', '{opening} ging nicht durch. {refusal}'],
  /** To the administrators, about somebody who left or changed after they asked. */
  notSent: [
    'I did not send {request}. {refusal}',
    'Ich habe {request} nicht abgeschickt. {refusal}',
  ],
  notSentAgain: [
    'I am not sending {request} again. {refusal} An earlier attempt got no answer and may have arrived: look for it in the governance console, or ask {helpers}.',
    'Ich schicke {request} nicht noch einmal. {refusal} Ein früherer Versuch blieb ohne Antwort und kann angekommen sein: Sieh in der Zugriffsverwaltung nach, oder wende dich an {helpers}.',
  ],
  /** `number`: " (#1001)", or nothing; `others`: "another person and another app". */
  answerDisagrees: {
    toRequester: [
      'I sent {request}, but the access service answered with a different one{number}: {others}. I will not show that one to reviewers, and I will not change it. Ask {helpers}.',
      'Ich habe {request} abgeschickt, aber der Zugriffsdienst hat mit einer anderen geantwortet{number}: {others}. Diese lege ich niemandem vor und ändere nichts daran. Wende dich an {helpers}.',
    ],
    toAdministrators: [
      'The access service answered {request} with a different one{number}: {others}. I will not show that one to reviewers, and I will not change it. Look at it in the governance console.',
      'Auf {request} hat der Zugriffsdienst mit einer anderen geantwortet{number}: {others}. Diese lege ich niemandem vor und ändere nichts daran. Sieh sie dir in der Zugriffsverwaltung an.',
    ],
    parts: {
      person: ['another person', 'eine andere Person'],
      account: ['another account', 'ein anderes Konto'],
      app: ['another app', 'eine andere App'],
      entitlement: ['another role or permission', 'eine andere Rolle oder Berechtigung'],
      request: ['another request id', 'eine andere Anfragekennung'],
    },
  },
  mend: ['Change and try again', 'Ändern und neu versuchen'],
  /** By the system that fails; `refused`: the service refuses the bot. */
  requestWaiting: {
    governance: [
      'The access service is not answering. I kept {request} and will send it when it is back.',
      'Der Zugriffsdienst antwortet nicht. Ich habe {request} gespeichert und schicke sie, sobald er wieder da ist.',
    ],
    refused: [
      'The access service refuses me, because my credentials are wrong. I kept {request} and will send it when that is mended. Tell {helpers}.',
      'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen. Ich habe {request} gespeichert und schicke sie, sobald das behoben ist. Sag {helpers} Bescheid.',
    ],
    slack: [
      'Slack does not let me look people up. I kept {request} and will send it when it does. Tell {helpers}.',
      'Slack lässt mich keine Personen nachschlagen. Ich habe {request} gespeichert und schicke sie, sobald es geht. Sag {helpers} Bescheid.',
    ],
  },
  /** In the place of that, when it waits no more. */
  requestWaited: {
    sent: [
      '{opening} had to wait for the access service. It was sent.',
      '{opening} musste auf den Zugriffsdienst warten. Sie wurde gesendet.',
    ],
    /** Another message says why. */
    notSent: [
      '{opening} had to wait. It is no longer waiting.',
      '{opening} musste warten. Sie wartet nicht mehr.',
    ],
  },
  /** `number`: of the first request, " (#1001)", or nothing. */
  correction: {
    waits: [
      'Your corrected request for {what} has to wait: the access service has not closed your first one{number} yet. Until then the first one stands, and it can still be decided on. I will send the corrected one when the first is closed.',
      'Deine berichtigte Anfrage für {what} muss warten: Der Zugriffsdienst hat die erste{number} noch nicht geschlossen. Bis dahin gilt die erste, und über sie kann noch entschieden werden. Sobald sie geschlossen ist, schicke ich die berichtigte.',
    ],
    over: [
      'Your corrected request for {what} had to wait until your first one{number} was over. It is not waiting for that any more.',
      'Deine berichtigte Anfrage für {what} musste warten, bis die erste{number} vorbei war. Darauf wartet sie nicht mehr.',
    ],
  },
  /** What somebody did, in front of what becomes of it. `{number}`: " (#1042)", or nothing. */
  actOfReader: {
    approve: ['Your approval of {request}{number}', 'Deine Genehmigung für {request}{number}'],
    deny: ['Your denial of {request}{number}', 'Deine Ablehnung für {request}{number}'],
    escalate: [
      'Your request for emergency access to {what}{number}',
      'Deine Bitte um Notfallzugriff auf {what}{number}',
    ],
    withdraw: [
      'Your withdrawal of {request}{number}',
      'Dein Zurückziehen, es geht um {request}{number}',
    ],
    'give-back': ['Giving back {what}{number}', 'Die Rückgabe von {what}{number}'],
    nudge: ['Your nudge about {request}{number}', 'Deine Nachfrage, es geht um {request}{number}'],
    ask: ['Your question about {request}{number}', 'Deine Rückfrage, es geht um {request}{number}'],
    answer: ['Your answer about {request}{number}', 'Deine Antwort, es geht um {request}{number}'],
    comment: ['Your comment on {request}{number}', 'Dein Kommentar, es geht um {request}{number}'],
    reassign: [
      'Handing {request}{number} to others',
      'Die Übergabe an andere, es geht um {request}{number}',
    ],
    shorten: [
      'Your shorter time for {request}{number}',
      'Deine kürzere Dauer für {request}{number}',
    ],
    'fill-in': ['Your form for {request}{number}', 'Dein Formular für {request}{number}'],
    'set-up': ['Your “Done” for {request}{number}', 'Dein „Erledigt“ für {request}{number}'],
    'cannot-set-up': [
      'Your “Cannot be done” for {request}{number}',
      'Dein „Geht nicht“ für {request}{number}',
    ],
    'skip-step': [
      'Skipping a step of {request}{number}',
      'Das Überspringen eines Schritts, es geht um {request}{number}',
    ],
    restart: [
      'Restarting the review of {request}{number}',
      'Der Neubeginn der Prüfung, es geht um {request}{number}',
    ],
    'retry-provisioning': [
      'Trying the set-up of {request}{number} again',
      'Der neue Versuch der Einrichtung, es geht um {request}{number}',
    ],
    close: ['Closing {request}{number}', 'Das Schließen, es geht um {request}{number}'],
  },
  /** After what it is about and a colon. */
  actionWaiting: {
    governance: [
      'The access service is not answering. I kept it and will do it when it is back.',
      'Der Zugriffsdienst antwortet nicht. Ich habe das gespeichert und mache es, sobald er wieder da ist.',
    ],
    refused: [
      'The access service refuses me, because my credentials are wrong. I kept it and will do it when that is mended. Tell {helpers}.',
      'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen. Ich habe das gespeichert und mache es, sobald das behoben ist. Sag {helpers} Bescheid.',
    ],
    slack: [
      'Slack does not let me look people up. I kept it and will do it when it does.',
      'Slack lässt mich keine Personen nachschlagen. Ich habe das gespeichert und mache es, sobald es geht.',
    ],
    unshown: [
      'The access service accepted it, but does not show it yet. I will keep looking, and send it again if need be. This message changes when I know more.',
      'Der Zugriffsdienst hat das angenommen, zeigt es aber noch nicht. Ich sehe weiter nach und sende es nötigenfalls noch einmal. Diese Nachricht ändert sich, sobald ich mehr weiß.',
    ],
    behind: [
      'Somebody has just decided on this request, and I do not know yet what will come of it. I kept it and will go on when I know.',
      'Gerade hat jemand über diese Anfrage entschieden, und ich weiß noch nicht, was daraus wird. Ich habe das gespeichert und mache weiter, sobald ich es weiß.',
    ],
    unopened: [
      'I cannot open the way back to the access service that came with this step, most likely because WEBHOOK_KEY was changed. I kept it and will do it when an administrator has set the old key again, behind the new one with a comma between.',
      'Ich kann den Rückweg zum Zugriffsdienst nicht öffnen, der mit diesem Schritt kam, vermutlich weil WEBHOOK_KEY geändert wurde. Ich habe das gespeichert und mache es, sobald ein Administrator den alten Schlüssel wieder gesetzt hat, hinter dem neuen mit einem Komma dazwischen.',
    ],
    late: [
      'I checked it three times, and each time the check was too old before I could send it. I kept it and will check again.',
      'Ich habe das dreimal geprüft, und jedes Mal war die Prüfung zu alt, bevor ich es senden konnte. Ich habe es gespeichert und prüfe noch einmal.',
    ],
  },
  /** Behind that, where it is not tried without end. `when`: a moment. */
  actionTriedUntil: [
    'I will try until {when}, and not send it after that.',
    'Ich versuche es bis {when} und schicke es danach nicht mehr.',
  ],
  decisionArrived: [
    'Your decision arrived after all, and it counts. The request shows where it stands.',
    'Deine Entscheidung ist doch noch angekommen und zählt. Wie es steht, zeigt die Anfrage.',
  ],
  /** In the place of that, when it waits no more. */
  actionOver: {
    'perhaps-sent': [
      'It had to wait. I will not send it again, but an earlier attempt may still arrive.',
      'Das musste warten. Ich sende es nicht noch einmal, aber ein früherer Versuch kann noch ankommen.',
    ],
    done: ['It had to wait and is done now.', 'Das musste warten und ist jetzt erledigt.'],
    refused: ['It had to wait and was not done.', 'Das musste warten und wurde nicht ausgeführt.'],
    uncertain: [
      'It had to wait. I sent it, and do not know whether it was done. Look at the request before you do it again.',
      'Das musste warten. Ich habe es gesendet und weiß nicht, ob es ausgeführt wurde. Sieh dir die Anfrage an, bevor du es noch einmal machst.',
    ],
    'taken-back': [
      'You took it back while it waited. It was not sent.',
      'Du hast das zurückgenommen, während es wartete. Es wurde nicht gesendet.',
    ],
  },
  /**
   * In the place of both, when a reading shows that the task or the step is over: how it stands,
   * then one sentence about the act. `what`: "#1042"; `act`: one of `theAct`.
   */
  overtaken: {
    isGranted: ['{what} is granted.', '{what} ist gewährt.'],
    isDenied: ['{what} is denied.', '{what} ist abgelehnt.'],
    isOver: ['{what} is over: {outcome}.', '{what} ist vorbei: {outcome}.'],
    isStepOver: ['{what}: this step is over.', '{what}: Dieser Schritt ist vorbei.'],
    overtaken: [
      'Whether {act} did it, I learn when the access service answers.',
      'Ob {act} den Ausschlag gab, erfahre ich, sobald der Zugriffsdienst antwortet.',
    ],
    'overtaken-unsent': ['I have not sent {act}.', 'Abgeschickt habe ich {act} nicht.'],
    'overtaken-unknown': [
      'The access service does not show that {act} did it.',
      'Der Zugriffsdienst zeigt nicht, dass {act} den Ausschlag gab.',
    ],
  },
  /** In the middle of a sentence; in German nominative and accusative alike. */
  theAct: {
    approve: ['your approval', 'deine Genehmigung'],
    deny: ['your denial', 'deine Ablehnung'],
    withdraw: ['your withdrawal', 'dein Zurückziehen'],
    close: ['your “Close”', 'dein „Schließen“'],
    other: ['what you did', 'deine Aktion'],
  },
  /** `act` as its button says. */
  missingRight: [
    'The access service does not let me do this: “{act}”. Give the owner of my credentials that right.',
    'Der Zugriffsdienst lässt mich das nicht tun: „{act}“. Gib dem Inhaber meiner Zugangsdaten dieses Recht.',
  ],
  uncertain: {
    again: ['Send it again', 'Noch einmal schicken'],
    againWarning: [
      'If the first one arrived, there will be two requests.',
      'Wenn die erste angekommen ist, gibt es dann zwei Anfragen.',
    ],
    leave: ['It is there', 'Sie ist da'],
    sending: ['I am sending it again.', 'Ich schicke sie noch einmal.'],
    left: ['Good, I will leave it as it is.', 'Gut, ich lasse es so.'],
  },
} as const;

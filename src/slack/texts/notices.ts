/**
 * What the bot writes to people and into threads, and the buttons of these messages. Long because
 * each sentence stands in two languages.
 */
export const notices = {
  yourRequest: ['your request', 'deine Anfrage'],
  /** Where the sentence begins with the requester. */
  ownRequest: ['their request', 'die eigene Anfrage'],
  /** Where the sentence before names the requester. */
  theRequest: ['the request', 'die Anfrage'],
  theirRequest: ['the request by {who}', 'die Anfrage von {who}'],
  forWhat: ['{request} for {what}', '{request} für {what}'],
  /** To the person it is for, where somebody else asked. */
  forYou: ['{request} for your access to {what}', '{request} für deinen Zugriff auf {what}'],
  /** To anybody else, where it is not for the requester. */
  forOther: [
    "{request} for {holder}'s access to {what}",
    '{request} für den Zugriff von {holder} auf {what}',
  ],
  forMoreTime: ['{request} for more time with {what}', '{request} auf mehr Zeit mit {what}'],
  forMoreTimeYou: [
    '{request} for more time with {what} for you',
    '{request} auf mehr Zeit mit {what} für dich',
  ],
  forMoreTimeOther: [
    '{request} for more time with {what} for {holder}',
    '{request} auf mehr Zeit mit {what} für {holder}',
  ],
  yourAccess: ['your access to {what}', 'dein Zugriff auf {what}'],
  theirAccess: ["{who}'s access to {what}", 'der Zugriff von {who} auf {what}'],
  open: ['{opening} is with the reviewers.', '{opening} liegt zur Prüfung vor.'],
  formDue: [
    '{opening} goes on when you have filled in a form.',
    '{opening} geht weiter, wenn du ein Formular ausgefüllt hast.',
  ],
  formInConsole: [
    'Some of its questions can be answered in the governance console only.',
    'Einige der Fragen lassen sich nur in der Zugriffsverwaltung beantworten.',
  ],
  /** Instead of `open`, before what it waits for. */
  sent: ['{opening} was sent.', '{opening} ist gesendet.'],
  /** Above the list of what was asked for in one go, each with those who decide. */
  groupOpen: [
    'Your {count} requests are with the reviewers:',
    'Deine {count} Anfragen liegen zur Prüfung vor:',
  ],
  groupOpenForOther: [
    'Your {count} requests for {holder} are with the reviewers:',
    'Deine {count} Anfragen für {holder} liegen zur Prüfung vor:',
  ],
  groupOpenForYou: [
    '{who} asked for this for you, and it is with the reviewers:',
    '{who} hat das für dich angefragt, und es liegt zur Prüfung vor:',
  ],
  /** In the place of that, when nothing of it waits any more. */
  groupOver: ['What became of these requests:', 'Was aus diesen Anfragen wurde:'],
  groupOverForOther: [
    'What became of these requests for {holder}:',
    'Was aus diesen Anfragen für {holder} wurde:',
  ],
  decidedBy: ['{people} will decide.', 'Darüber entscheidet {people}.'],
  notFollowed: [
    'You will find the decision in the governance console.',
    'Die Entscheidung steht in der Zugriffsverwaltung.',
  ],
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
      app: ['another app', 'eine andere App'],
      entitlement: ['another role or permission', 'eine andere Rolle oder Berechtigung'],
      request: ['another request id', 'eine andere Anfragekennung'],
    },
  },
  mend: ['Change and try again', 'Ändern und neu versuchen'],
  /** By the system that fails. */
  requestWaiting: {
    governance: [
      'The access service is not answering. I kept {request} and will send it when it is back.',
      'Der Zugriffsdienst antwortet nicht. Ich habe {request} gespeichert und schicke sie, sobald er wieder da ist.',
    ],
    slack: [
      'Slack does not let me look up who is who. I kept {request} and will send it when it does. Tell {helpers}.',
      'Slack lässt mich nicht nachsehen, wer wer ist. Ich habe {request} gespeichert und schicke sie, sobald es geht. Sag {helpers} Bescheid.',
    ],
  },
  /** In the place of that, when it waits no more. */
  requestWaited: [
    '{opening} had to wait. It is not waiting any more.',
    '{opening} musste warten. Sie wartet nicht mehr.',
  ],
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
  actionWaiting: {
    governance: [
      'The access service is not answering. I kept this and will do it when it is back.',
      'Der Zugriffsdienst antwortet nicht. Ich habe das gespeichert und mache es, sobald er wieder da ist.',
    ],
    slack: [
      'Slack does not let me look up who is who. I kept this and will do it when it does.',
      'Slack lässt mich nicht nachsehen, wer wer ist. Ich habe das gespeichert und mache es, sobald es geht.',
    ],
    unshown: [
      'The access service accepted this, but does not show it yet. I keep looking, and send it again if need be. This message changes when I know more.',
      'Der Zugriffsdienst hat das angenommen, zeigt es aber noch nicht. Ich sehe weiter nach und sende es nötigenfalls noch einmal. Diese Nachricht ändert sich, sobald ich mehr weiß.',
    ],
    late: [
      'I checked this three times, and each time the check was too old before I could send it. I kept it and will check again.',
      'Ich habe das dreimal geprüft, und jedes Mal war die Prüfung zu alt, bevor ich es senden konnte. Ich habe es gespeichert und prüfe noch einmal.',
    ],
  },
  decisionArrived: [
    'Your decision arrived after all, and it counts. The request shows where it stands.',
    'Deine Entscheidung ist doch noch angekommen und zählt. Wie es steht, zeigt die Anfrage.',
  ],
  /** In the place of that, when it waits no more. */
  actionOver: {
    'perhaps-sent': [
      'This had to wait. I do not send it again, but an earlier attempt may still arrive.',
      'Das musste warten. Ich sende es nicht noch einmal, aber ein früherer Versuch kann noch ankommen.',
    ],
    done: ['This had to wait and is done now.', 'Das musste warten und ist jetzt erledigt.'],
    refused: [
      'This had to wait and was not done.',
      'Das musste warten und wurde nicht ausgeführt.',
    ],
  },
  /**
   * What came of a click or a request, in a message of its own, where nothing else says what it is
   * about.
   */
  aboutRequest: ['{what}: {said}', '{what}: {said}'],
  /** `act` as its button says. */
  missingRight: [
    'The access service does not let me do this: “{act}”. Give the owner of my credentials that right.',
    'Der Zugriffsdienst lässt mich das nicht tun: „{act}“. Gib dem Inhaber meiner Zugangsdaten dieses Recht.',
  ],
  /** A human behind that account may have decided in the console: nobody did in Slack. */
  selfApproved: [
    '{opening}{number}: nobody approved one of its steps in Slack. The step counts as approved because the account that owns my credentials is a reviewer. Check whether {holder} should have this access. Give me a service principal that approves nothing: then a person has to approve again.',
    '{opening}{number}: Einen Schritt hat niemand in Slack genehmigt. Er gilt als genehmigt, weil das Konto, dem meine Zugangsdaten gehören, selbst entscheiden darf. Prüfe, ob {holder} diesen Zugriff haben soll. Gib mir einen Service-Principal, der nichts genehmigt: Dann muss wieder ein Mensch genehmigen.',
  ],
  emergencyWaiting: [
    'The access service is not answering, so nobody can approve it yet. If it cannot wait, help another way.',
    'Der Zugriffsdienst antwortet nicht, darum kann es noch niemand genehmigen. Wenn es nicht warten kann, helft auf anderem Weg.',
  ],
  /** In a channel that may be shared with another company. */
  emergencyElsewhere: [
    'An emergency request is waiting for a decision. I sent it to its reviewers directly, because this channel may be shared with another company.',
    'Eine Notfallanfrage wartet auf eine Entscheidung. Ich habe sie den Prüfenden direkt geschickt, weil dieser Kanal mit einer anderen Firma geteilt sein kann.',
  ],
  emergencyTold: [
    'I told {channel}. If it cannot wait, ask there.',
    'In {channel} habe ich Bescheid gesagt. Wenn es nicht warten kann, frage dort.',
  ],
  approved: ['{who} approved {request}.', '{who} hat {request} genehmigt.'],
  denied: ['{who} denied {request}.', '{who} hat {request} abgelehnt.'],
  oneMoreStep: ['One more step to go.', 'Ein Schritt fehlt noch.'],
  shortenedTo: ['The time is now {duration}.', 'Die Dauer ist jetzt: {duration}.'],
  acted: {
    withdraw: ['{who} withdrew {request}.', '{who} hat {request} zurückgezogen.'],
    nudge: [
      '{who} asks for a decision on {request}.',
      '{who} bittet um eine Entscheidung über {request}.',
    ],
    ask: [
      '{who} has a question about {request}:',
      '{who} hat eine Rückfrage. Es geht um {request}:',
    ],
    answer: ['{who} answered about {request}:', '{who} hat geantwortet. Es geht um {request}:'],
    comment: ['{who} commented on {request}:', '{who} hat {request} kommentiert:'],
    reassign: ['{who} reassigned {request}.', '{who} hat {request} anderen übergeben.'],
    shorten: ['{who} shortened {request}.', '{who} hat {request} gekürzt.'],
    'fill-in': [
      '{who} filled in the form for {request}.',
      '{who} hat das Formular für {request} ausgefüllt.',
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
  /** To reviewers, where the service still has it as open. */
  closeIt: [
    'The access service could not close it: close or deny it in the governance console.',
    'Der Zugriffsdienst konnte sie nicht schließen: Schließe sie in der Zugriffsverwaltung, oder lehne sie dort ab.',
  ],
  /** The same with the reviewers called. */
  closeItPeople: [
    '{people}: the access service could not close it. Close or deny it in the governance console.',
    '{people}: Der Zugriffsdienst konnte sie nicht schließen. Schließt sie in der Zugriffsverwaltung, oder lehnt sie dort ab.',
  ],
  /** To the requester, and to the person it is for. */
  leftOpen: [
    'The access service could not close it: it stays open there until a reviewer closes or denies it.',
    'Der Zugriffsdienst konnte sie nicht schließen: Dort bleibt sie offen, bis eine prüfende Person sie schließt oder ablehnt.',
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
    'Answered: {who} asked about {request}:',
    'Beantwortet. {who} hatte eine Rückfrage, es ging um {request}:',
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
  youHave: ['✅ You have {what} {period}.', '✅ Du hast {what} {period}.'],
  theyHave: ['✅ {holder} has {what} {period}.', '✅ {holder} hat {what} {period}.'],
  /** Behind the end of a later, shorter grant. */
  endangered: {
    until: [
      'An earlier grant was to last until {when}: the access service may end it together with this one. To be sure, ask for more time.',
      'Ein früherer Zugriff sollte bis {when} gelten: Der Zugriffsdienst kann ihn zusammen mit diesem beenden. Um sicherzugehen, frag nach mehr Zeit.',
    ],
    unbounded: [
      'An earlier grant had no end that I know of: the access service may end it together with this one. To be sure, ask for more time.',
      'Ein früherer Zugriff hatte kein Ende, das ich kenne: Der Zugriffsdienst kann ihn zusammen mit diesem beenden. Um sicherzugehen, frag nach mehr Zeit.',
    ],
  },
  deniedBy: ['{opening} was denied by {people}.', '{opening} wurde von {people} abgelehnt.'],
  /**
   * How a request ended, by the task's outcome; `granted` in its first message only: what was
   * granted is told in one of its own.
   */
  closed: {
    granted: ['{opening} was granted.', '{opening} wurde gewährt.'],
    denied: ['{opening} was denied.', '{opening} wurde abgelehnt.'],
    error: [
      '{opening} was approved, but access could not be set up. Ask {helpers}.',
      '{opening} wurde genehmigt, aber der Zugriff ließ sich nicht einrichten. Wende dich an {helpers}.',
    ],
    'left-open': [
      '{opening} is withdrawn here, and still open in the access service.',
      '{opening} ist hier zurückgezogen und im Zugriffsdienst noch offen.',
    ],
    otherwise: ['{opening} is over: {outcome}.', '{opening} ist vorbei: {outcome}.'],
  },
  /** How access ended; `time` in the reader's clock. */
  ended: {
    expired: ['{access} ended at {time}.', '{access} endete um {time}.'],
    'given-back': ['{access} was given back.', '{access} wurde zurückgegeben.'],
    'taken-away': ['{access} was taken away.', '{access} wurde entzogen.'],
    extended: [
      '{access} was replaced by a longer one.',
      '{access} wurde durch einen längeren ersetzt.',
    ],
    replaced: [
      '{access} ended at {time}: a later request for a shorter time had replaced the longer one.',
      '{access} endete um {time}: Eine spätere Anfrage für kürzere Zeit hatte die längere ersetzt.',
    ],
    unconfirmed: [
      '{access} should have ended at {time}. The access service does not tell me whether it did.',
      '{access} sollte um {time} enden. Ob er das tat, sagt mir der Zugriffsdienst nicht.',
    ],
  },
  endingSoon: ['{access} ends {when}.', '{access} endet {when}.'],
  moreTime: [
    'More time was asked for{number}. Nobody has decided yet.',
    'Mehr Zeit ist angefragt{number}, noch ohne Entscheidung.',
  ],
  letItEnd: ['Let it end', 'Enden lassen'],
  itEnds: ['Good. It ends {when}.', 'Gut. Er endet {when}.'],
  done: ["I'm done", 'Ich bin fertig'],
  anAdministrator: ['an administrator', 'der Administration'],
  notGone: {
    denied: [
      '{access} stays: taking it away was denied.',
      '{access} bleibt: Der Entzug wurde abgelehnt.',
    ],
    failed: [
      '{access} is still there: it was not taken away. Ask {helpers}.',
      '{access} ist noch da: er wurde nicht entzogen. Wende dich an {helpers}.',
    ],
  },
  emergencyEnded: [
    '{holder} had emergency access to {what} for {duration}, from {from}: {ending}.',
    '{holder} hatte {duration} lang Notfallzugriff auf {what}, seit {from}: {ending}.',
  ],
  sentDirectly: [
    '{opening} went directly to its reviewers.',
    '{opening} ging direkt an die, die entscheiden.',
  ],
  noReviewerKnown: [
    'I could not reach a reviewer of {request} in Slack. Tell {helpers}.',
    'Von den Personen, die über {request} entscheiden, konnte ich in Slack keine erreichen. Wende dich an {helpers}.',
  ],
  auditHead: [
    'The audit trail has {count} entries. Keep this line: it shows later whether one of them was changed.\n`{head}`',
    'Das Audit-Protokoll hat {count} Einträge. Heb diese Zeile auf: Sie zeigt später, ob einer davon geändert wurde.\n`{head}`',
  ],
  waiting: {
    reminder: ['This waits for your decision:', 'Das wartet auf deine Entscheidung:'],
    overdue: ['Nobody has decided on this yet:', 'Darüber hat noch niemand entschieden:'],
    snooze: ['Snooze', 'Später erinnern'],
    snoozeUntil: ['Remind me', 'Erinnere mich'],
    choices: {
      hour: ['In an hour', 'In einer Stunde'],
      hours: ['In 4 hours', 'In 4 Stunden'],
      tomorrow: ['Tomorrow', 'Morgen'],
      week: ['Next week', 'Nächste Woche'],
    },
    snoozed: ['I will remind you {when}.', 'Ich erinnere dich {when}.'],
    /** In the place of a reminder's list, and to somebody who snoozes one. */
    nothingWaits: [
      'None of this is waiting for you any more.',
      'Davon wartet nichts mehr auf dich.',
    ],
    undecided: [
      'Nobody has decided on {request} yet.',
      'Über {request} hat noch niemand entschieden.',
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
    nobodyNext: [
      'There is nobody else whom I tell by myself. Ask {helpers}.',
      'Sonst gibt es niemanden, dem ich von selbst Bescheid sage. Wende dich an {helpers}.',
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
    /** Somebody is deciding, or the next step waits. */
    over: [
      'Somebody has taken up {request}: it is being decided, or waits for its next step.',
      'Um {request} kümmert sich jemand: Sie wird gerade entschieden oder wartet auf den nächsten Schritt.',
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
  digest: {
    open: {
      one: ['1 open request', '1 offene Anfrage'],
      other: ['{count} open requests', '{count} offene Anfragen'],
    },
    longest: ['waiting longest:', 'am längsten warten:'],
    ending: ['Ending today:', 'Heute endet:'],
  },
  overview: [
    '⏳ *{count} requests wait here for a decision.* Slack takes one card a second, emergencies come first. You can decide all of them on my Home tab now.',
    '⏳ *Hier warten {count} Anfragen auf eine Entscheidung.* Slack nimmt eine Karte in der Sekunde an, Notfälle zuerst. Auf meinem Home-Tab kannst du schon jetzt alle entscheiden.',
  ],
  seeRequest: ['See request', 'Anfrage ansehen'],
  uncertain: {
    explained: [
      'I sent {request} and got no answer. Look for it in the governance console, or ask {helpers}. If it is not there, send it again.',
      'Ich habe {request} abgeschickt und keine Antwort bekommen. Sieh in der Zugriffsverwaltung nach, oder wende dich an {helpers}. Wenn sie dort nicht ist, schick sie noch einmal.',
    ],
    again: ['Send it again', 'Noch einmal schicken'],
    againWarning: [
      'If the first one arrived, there will be two requests.',
      'Wenn die erste angekommen ist, gibt es dann zwei Anfragen.',
    ],
    leave: ['It is there', 'Sie ist da'],
    sending: ['I am sending it again.', 'Ich schicke sie noch einmal.'],
    left: ['Good, I leave it as it is.', 'Gut, ich lasse es so.'],
  },
} as const;

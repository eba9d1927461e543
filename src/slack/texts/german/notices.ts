import type { Texts } from '../texts.ts';

export const notices: Texts['notices'] = {
  yourRequest: 'deine Anfrage',
  ownRequest: 'die eigene Anfrage',
  theirRequest: ({ who }) => `die Anfrage von ${who}`,
  forWhat: ({ request, what }) => `${request} für ${what}`,
  yourAccess: ({ what }) => `dein Zugriff auf ${what}`,
  theirAccess: ({ who, what }) => `der Zugriff von ${who} auf ${what}`,
  open: ({ opening }) => `${opening} liegt zur Prüfung vor.`,
  formDue: ({ opening }) => `${opening} geht weiter, wenn du ein Formular ausgefüllt hast.`,
  formInConsole: 'Einige der Fragen lassen sich nur in der Zugriffsverwaltung beantworten.',
  sent: ({ opening }) => `${opening} ist gesendet.`,
  groupOpen: ({ count }) => `Deine ${count} Anfragen liegen zur Prüfung vor:`,
  decidedBy: ({ people }) => `Darüber entscheidet ${people}.`,
  notFollowed: 'Die Entscheidung findest du in der Zugriffsverwaltung.',
  refused: ({ opening, refusal }) => `${opening} ging nicht durch. ${refusal}`,
  mend: 'Ändern und neu versuchen',
  requestWaiting: ({ request }) =>
    `Der Zugriffsdienst antwortet nicht. Ich habe ${request} gespeichert und schicke sie, sobald er wieder da ist.`,
  actionWaiting: 'Der Zugriffsdienst antwortet nicht. Ich habe das gespeichert und mache es, sobald er wieder da ist.',
  missingRight: ({ act }) =>
    `Der Zugriffsdienst lässt mich das nicht tun: „${act}“. Gib dem Inhaber meiner Zugangsdaten dieses Recht.`,
  emergencyWaiting:
    'Der Zugriffsdienst antwortet nicht, darum kann es noch niemand genehmigen. Wenn es nicht warten kann, helft auf anderem Weg.',
  emergencyTold: ({ channel }) => `In ${channel} habe ich Bescheid gesagt. Wenn es nicht warten kann, frage dort.`,
  approved: ({ who, request }) => `${who} hat ${request} genehmigt.`,
  denied: ({ who, request }) => `${who} hat ${request} abgelehnt.`,
  oneMoreStep: 'Ein Schritt fehlt noch.',
  beingSetUp: 'Der Zugriff wird eingerichtet.',
  acted: {
    withdraw: ({ who, request }) =>
      `${who} hat ${request} zurückgezogen. Der Dienst konnte sie nicht schließen: schließe sie oder lehne sie in der Zugriffsverwaltung ab.`,
    nudge: ({ who, request }) => `${who} bittet um eine Entscheidung über ${request}.`,
    ask: ({ who, request }) => `${who} fragt etwas, es geht um ${request}:`,
    answer: ({ who, request }) => `${who} hat geantwortet, es geht um ${request}:`,
    comment: ({ who, request }) => `${who} hat ${request} kommentiert:`,
    reassign: ({ who, request }) => `${who} hat ${request} anderen übergeben.`,
    shorten: ({ who, request }) => `${who} hat ${request} gekürzt.`,
    'fill-in': ({ who, request }) => `${who} hat das Formular für ${request} ausgefüllt.`,
    'skip-step': ({ who, request }) => `${who} hat einen Schritt von ${request} übersprungen.`,
    restart: ({ who, request }) => `${who} hat die Prüfung von ${request} neu begonnen.`,
    'retry-provisioning': ({ who, request }) => `${who} hat die Einrichtung von ${request} noch einmal begonnen.`,
    close: ({ who, request }) => `${who} hat ${request} geschlossen.`,
    escalate: ({ who, what }) => `${who} hat Notfallzugriff auf ${what} angefragt.`,
    'take-away': ({ who, access }) => `${access} wird gerade von ${who} entzogen.`,
  },
  youActed: {
    nudge: ({ request }) => `Ich habe noch einmal um eine Entscheidung über ${request} gebeten.`,
    escalate: ({ what }) => `Du hast Notfallzugriff auf ${what} angefragt.`,
  },
  youHave: ({ what, period }) => `Du hast jetzt Zugriff auf ${what} ${period}.`,
  theyHave: ({ holder, what, period }) => `${holder} hat jetzt Zugriff auf ${what} ${period}.`,
  deniedBy: ({ opening, people }) => `${opening} wurde von ${people} abgelehnt.`,
  closed: {
    denied: ({ opening }) => `${opening} wurde abgelehnt.`,
    error: ({ opening, helpers }) =>
      `${opening} wurde genehmigt, aber der Zugriff ließ sich nicht einrichten. Wende dich an ${helpers}.`,
    cancelled: ({ opening }) => `${opening} wurde abgebrochen.`,
    'wait-timed-out': ({ request }) => `Niemand hat rechtzeitig über ${request} entschieden.`,
    deleted: ({ opening }) => `${opening} wurde in der Zugriffsverwaltung gelöscht.`,
    otherwise: ({ opening }) => `${opening} ist abgeschlossen.`,
  },
  ended: {
    expired: ({ access, time }) => `${access} endete um ${time}.`,
    'given-back': ({ access }) => `${access} wurde zurückgegeben.`,
    'taken-away': ({ access }) => `${access} wurde entzogen.`,
    extended: ({ access }) => `${access} wurde durch einen längeren ersetzt.`,
    unconfirmed: ({ access, time }) =>
      `${access} sollte um ${time} enden. Ob er das tat, sagt mir der Zugriffsdienst nicht.`,
  },
  endingSoon: ({ access, when }) => `${access} endet ${when}.`,
  letItEnd: 'Enden lassen',
  itEnds: ({ when }) => `Gut. Er endet ${when}.`,
  done: 'Ich bin fertig',
  anAdministrator: 'der Verwaltung',
  notGone: {
    denied: ({ access }) => `${access} bleibt: Der Entzug wurde abgelehnt.`,
    failed: ({ access, helpers }) => `${access} ließ sich nicht entziehen. Wende dich an ${helpers}.`,
    stillHeld: ({ access, helpers }) =>
      `${access} sollte weg sein, aber der Zugriffsdienst zeigt ihn noch. Wende dich an ${helpers}.`,
  },
  emergencyEnded: ({ holder, what, from, duration, ending }) =>
    `${holder} hatte ${duration} lang Notfallzugriff auf ${what}, seit ${from}: ${ending}.`,
  sentDirectly: ({ opening, count }) =>
    `${opening} ging direkt an ${count === 1 ? 'die Person, die entscheidet' : `${count} der Personen, die entscheiden`}.`,
  noReviewerKnown: ({ request, helpers }) =>
    `Von den Personen, die über ${request} entscheiden, konnte ich in Slack keine erreichen. Wende dich an ${helpers}.`,
  auditHead: ({ count, head }) =>
    `Das Audit-Protokoll hat ${count} Einträge. Heb diese Zeile auf: Sie zeigt später, ob einer davon geändert wurde.\n\`${head}\``,
  waiting: {
    reminder: ({ count }) =>
      count === 1 ? 'Das wartet auf deine Entscheidung:' : `${count} Anfragen warten auf deine Entscheidung:`,
    overdue: ({ count }) =>
      count === 1 ? 'Darüber hat noch niemand entschieden:' : `Über diese ${count} hat noch niemand entschieden:`,
    snooze: 'Später erinnern',
    snoozeTitle: 'Später erinnern',
    snoozeUntil: 'Erinnere mich',
    choices: { hour: 'In einer Stunde', hours: 'In 4 Stunden', tomorrow: 'Morgen', week: 'Nächste Woche' },
    snoozed: ({ when }) => `Ich erinnere dich ${when}.`,
    nothingToSnooze: 'Davon wartet nichts mehr auf dich.',
    undecided: ({ request }) => `Über ${request} hat noch niemand entschieden.`,
    told: ({ people }) => `Ich habe ${people} Bescheid gesagt.`,
    nobodyToTell: ({ helpers }) => `Ich habe sonst niemanden gefunden. Wende dich an ${helpers}.`,
    emergencyByButton: 'Wenn es nicht warten kann, bitte um Notfallzugriff.',
    emergencyByCommand: 'Wenn es nicht warten kann, tippe `/emergency-access`.',
  },
  digest: {
    open: ({ count }) => (count === 1 ? '1 offene Anfrage' : `${count} offene Anfragen`),
    longest: 'am längsten warten:',
    ending: 'Heute endet:',
  },
  overview: ({ count }) =>
    `⏳ *Hier warten ${count} Anfragen auf eine Entscheidung.* Slack nimmt eine Karte in der Sekunde an, Notfälle zuerst. Auf meinem Home-Tab kannst du schon jetzt alle entscheiden.`,
  seeRequest: 'Anfrage ansehen',
  uncertain: {
    explained: ({ request, helpers }) =>
      `Ich habe ${request} abgeschickt und keine Antwort bekommen. Sieh in der Zugriffsverwaltung nach, oder wende dich an ${helpers}. Wenn sie dort nicht ist, schick sie noch einmal.`,
    again: 'Noch einmal schicken',
    againTitle: 'Noch einmal schicken?',
    againWarning: 'Wenn die erste angekommen ist, gibt es dann zwei Anfragen.',
    leave: 'Sie ist da',
    sending: 'Ich schicke sie noch einmal.',
    left: 'Gut, ich lasse es so.',
    notYours: 'Das kann nur beantworten, wer angefragt hat.',
  },
};

import type { Texts } from '../texts.ts';

export const notices: Texts['notices'] = {
  yourRequest: ({ number, what }) => `deine Anfrage${number} für ${what}`,
  theirRequest: ({ number, who, what }) => `die Anfrage${number} von ${who} für ${what}`,
  yourRequestFor: ({ what }) => `Deine Anfrage für ${what}`,
  theirRequestFor: ({ who, what }) => `Die Anfrage von ${who} für ${what}`,
  yourAccess: ({ what }) => `Dein Zugriff auf ${what}`,
  theirAccess: ({ who, what }) => `Der Zugriff von ${who} auf ${what}`,
  open: ({ what }) => `Deine Anfrage für ${what} liegt zur Prüfung vor.`,
  groupOpen: ({ count }) => `Deine ${count} Anfragen liegen zur Prüfung vor:`,
  decidedBy: ({ people }) => `Darüber entscheidet ${people}.`,
  notFollowed: 'Was daraus wird, steht in der Zugriffsverwaltung: ich erfahre es nicht.',
  notSentOn: ({ what, refusal }) => `Deine Anfrage für ${what} wurde nicht weitergegeben. ${refusal}`,
  youWrote: 'Du hast geschrieben:',
  mend: 'Ändern und noch einmal versuchen',
  waiting: ({ what }) =>
    `Die Zugriffsverwaltung antwortet gerade nicht. Deine Anfrage für ${what} ist gespeichert, und ich schicke sie ab, sobald es wieder geht. Du musst nichts tun.`,
  emergencyWaiting: ({ group, who, what, period }) =>
    `${group}${who} braucht in einem Notfall Zugriff: ${what}, ${period}. Der Governance-Dienst antwortet nicht, darum kann es noch niemand genehmigen. Die Karte kommt, sobald der Dienst wieder da ist. Wenn es nicht warten kann, helft bitte auf anderem Weg.`,
  emergencyTold: ({ channel }) =>
    `Ich habe in ${channel} Bescheid gesagt; wenn es nicht warten kann, frage bitte dort.`,
  approved: ({ who, request }) => `${who} hat ${request} genehmigt.`,
  denied: ({ who, request }) => `${who} hat ${request} abgelehnt.`,
  oneMoreStep: 'Ein Schritt fehlt noch.',
  beingSetUp: 'Der Zugriff wird eingerichtet.',
  reason: ({ reason }) => `Grund: ${reason}`,
  why: ({ justification }) => `Warum: ${justification}`,
  approvalWaiting:
    'Die Zugriffsverwaltung antwortet gerade nicht. Deine Entscheidung (genehmigen) ist gespeichert, und ich führe sie aus, sobald es wieder geht.',
  denialWaiting:
    'Die Zugriffsverwaltung antwortet gerade nicht. Deine Entscheidung (ablehnen) ist gespeichert, und ich führe sie aus, sobald es wieder geht.',
  escalatedByYou: ({ request }) => `Du hast ${request} zum Notfall gemacht.`,
  escalated: ({ who, request }) => `${who} hat ${request} zum Notfall gemacht.`,
  holderActionWaiting:
    'Die Zugriffsverwaltung antwortet gerade nicht. Was du wolltest, ist gespeichert, und ich tue es, sobald es wieder geht.',
  ended: {
    youHave: ({ what, period }) => `Du hast jetzt Zugriff auf ${what}, ${period}.`,
    theyHave: ({ who, what, period }) => `${who} hat jetzt Zugriff auf ${what}, ${period}.`,
    denied: ({ subject }) => `${subject} wurde abgelehnt.`,
    deniedBy: ({ subject, people }) => `${subject} wurde von ${people} abgelehnt.`,
    failed: ({ subject, helpers }) =>
      `${subject} wurde genehmigt, aber der Zugriff ließ sich nicht einrichten. Bitte wende dich an ${helpers}.`,
    cancelled: ({ subject }) => `${subject} wurde abgebrochen.`,
    ranOut: ({ subject }) =>
      `${subject} ist zu Ende, weil niemand rechtzeitig entschieden hat. Du kannst noch einmal anfragen.`,
    closed: ({ subject }) => `${subject} ist abgeschlossen.`,
  },
  accessEnded: {
    expired: ({ access }) => `${access} ist zu Ende: die Zeit ist um. Er kann neu angefragt werden.`,
    givenBack: ({ access }) => `${access} ist zurückgegeben. Danke. Die Zugriffsverwaltung entzieht ihn jetzt.`,
    extended: ({ access }) => `${access} läuft weiter: ein längerer ist an seine Stelle getreten.`,
  },
  emergencyEnded: (parts) =>
    `Notfallzugriff beendet. ${parts.who} hatte Zugriff auf ${parts.what}, von ${parts.from} bis ${parts.to}, ${parts.duration}; ${parts.ending}.`,
  emergencyEndings: {
    expired: 'die Zeit war um',
    givenBack: 'er wurde zurückgegeben',
    extended: 'ein längerer folgte',
  },
  elsewhere: {
    isOpen: ({ what }) => `Deine Anfrage für ${what} ist offen.`,
    sent: ({ count }) =>
      `Ich habe sie ${count === 1 ? 'der Person, die darüber entscheidet,' : `${count} der Personen, die darüber entscheiden,`} direkt geschickt.`,
    sentFor: ({ channel, count }) =>
      `Ich kann in ${channel} nicht schreiben und habe sie deshalb ${count === 1 ? 'der Person, die darüber entscheidet,' : `${count} der Personen, die darüber entscheiden,`} direkt geschickt.`,
    nobody: ({ helpers, look }) =>
      `Von den Personen, die darüber entscheiden, kenne ich in Slack keine. Bitte wende dich an ${helpers}${look}.`,
    nobodyFor: ({ channel, helpers, look }) =>
      `Von den Personen, die darüber entscheiden, kenne ich in Slack keine, und in ${channel} kann ich nicht schreiben. Bitte wende dich an ${helpers}${look}.`,
    orLook: ({ link }) => `, oder sieh ${link} nach`,
    inConsole: 'in der Zugriffsverwaltung',
  },
  seeCard: 'Zur Karte',
  console: 'Zugriffsverwaltung',
  uncertain: {
    explained: ({ what, helpers }) =>
      `Ich habe deine Anfrage für ${what} abgeschickt, aber die Zugriffsverwaltung hat nicht gesagt, ob sie angekommen ist, und ich kann dort nicht nachsehen. Bitte sieh selbst in der Zugriffsverwaltung nach, oder wende dich an ${helpers}. Wenn sie dort nicht ist, schick sie noch einmal.`,
    again: 'Noch einmal schicken',
    againTitle: 'Noch einmal schicken?',
    againWarning: 'Wenn die erste doch angekommen ist, gibt es vielleicht zwei Anfragen.',
    againConfirm: 'Noch einmal schicken',
    back: 'Zurück',
    leave: 'Sie ist da, so lassen',
    sending: 'Danke. Deine Anfrage wird noch einmal geschickt.',
    left: 'Danke. Ich lasse es so.',
    settled: 'Das ist schon erledigt. Es gibt nichts mehr zu tun.',
    notYours: 'Das kann nur entscheiden, wer angefragt hat.',
  },
};

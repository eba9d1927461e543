import type { Texts } from '../texts.ts';

export const review: Texts['review'] = {
  denyTitle: 'Anfrage ablehnen',
  deny: 'Ablehnen',
  approveTitle: 'Anfrage genehmigen',
  approve: 'Genehmigen',
  checking: 'Ich prüfe, ob du das kannst …',
  acts: {
    approve: 'Mit Notiz genehmigen',
    'approve-for-less': 'Für kürzer genehmigen',
    ask: 'Rückfrage stellen',
    answer: 'Antworten',
    'fill-in': 'Formular ausfüllen',
  },
  words: 'Nachricht',
  wordsHint: 'Das lesen alle, die die Anfrage sehen.',
  newReviewers: 'Wer stattdessen entscheidet',
  cannotUndo: 'Das lässt sich nicht zurücknehmen.',
  takeBack: 'Zurücknehmen',
  perhapsSent: 'Ich sende sie nicht noch einmal. Vielleicht ist sie schon angekommen: dann zeigt es die Karte.',
  nothingToTakeBack: 'Es gibt nichts mehr zurückzunehmen.',
  back: 'Zurück',
  reason: 'Grund',
  reasonHint: 'Das liest, wer angefragt hat.',
  confidential:
    'Das ist vertraulich: nur wer angefragt hat, für wen es ist, wer entscheidet und die Administratoren sehen es.',
  wholeTitle: 'Die ganze Anfrage',
  access: 'Zugriff',
  recommendation: 'Empfehlung',
  why: 'Warum',
  answers: 'Angaben',
  stepReviewers: ({ count }) => `Über diesen Schritt entscheiden (${count})`,
  owners: 'Zuständig',
  insights: 'Hinweise',
  reasonEmpty: 'Sag in einem Satz, warum. Das liest, wer angefragt hat.',
  thisRequest: 'Diese Anfrage',
  whatIsAsked: ({ what, who }) => `${what}, angefragt von ${who}`,
  formNotOpened: 'Das Formular ging nicht auf. Es wurde nichts entschieden. Klicke noch einmal.',
  unknownCard: 'Ich kenne diese Anfrage nicht mehr. Entscheide in der Zugriffsverwaltung.',
  clickLost: ({ reference }) =>
    `Dieser Klick wurde nicht gespeichert. Versuche es gleich noch einmal. Wenn es wieder passiert, nenne deinem IT-Team diese Kennung: ${reference}.`,
};

export const refusals: Texts['refusals'] = {
  itTeam: 'dein IT-Team',
  identity: {
    you: 'dich',
    'unknown-person': ({ who, helpers }) => `Ich finde ${who} nicht im Zugriffsverzeichnis. Wende dich an ${helpers}.`,
    'no-email': ({ who, helpers }) => `Slack nennt mir keine E-Mail-Adresse für ${who}. Wende dich an ${helpers}.`,
    'unconfirmed-email': ({ email, helpers }) =>
      `Niemand hat ${email} in Slack bestätigt. Bestätige sie über die E-Mail von Slack, oder wende dich an ${helpers}.`,
    inactive: ({ status, helpers }) => `Der Zugriffsdienst führt diese Person als ${status}. Wende dich an ${helpers}.`,
    changed: ({ helpers }) =>
      `Dein Slack-Konto gehörte zu jemand anderem, als dies angefragt wurde. Frage neu an, oder wende dich an ${helpers}.`,
    guest: ({ helpers }) => `Gäste können hier keinen Zugriff bekommen. Wende dich an ${helpers}.`,
    bot: () => 'Apps und Bots können hier keinen Zugriff bekommen.',
    deactivated: () => 'Deaktivierte Konten können keinen Zugriff bekommen.',
    external: ({ helpers }) =>
      `Nur wer zu diesem Arbeitsbereich gehört, kann hier Zugriff bekommen. Wende dich an ${helpers}.`,
  },
  duplicate: ({ number }) => `Das hast du schon angefragt${number}.`,
  duplicateOfOther: ({ number }) => `Das hat schon jemand angefragt${number}.`,
  waitingFor: ({ people }) => `Darüber entscheidet ${people}.`,
  said: ({ message }) => ` Der Zugriffsdienst sagt: „${message}“.`,
  service: {
    forbidden: ({ said, helpers }) => `Das ist nicht erlaubt.${said} Wenn du es brauchst, wende dich an ${helpers}.`,
    invalid: ({ said, helpers }) =>
      `Das wurde nicht angenommen.${said} Ändere die Anfrage und versuche es noch einmal, oder wende dich an ${helpers}.`,
    'not-found': ({ said, helpers }) =>
      `Diese App, Berechtigung oder Person gibt es nicht mehr.${said} Wähle neu, oder wende dich an ${helpers}.`,
    conflict: ({ said, helpers }) =>
      `Gerade ändert sich etwas anderes.${said} Versuche es in einer Minute noch einmal, oder wende dich an ${helpers}.`,
  },
  plain: {
    closed: 'Diese Anfrage ist schon abgeschlossen.',
    'step-moved-on': 'Diese Anfrage ist schon beim nächsten Schritt. Sieh dir die Karte noch einmal an.',
    'not-offered': 'Das geht gerade nicht.',
    'other-workspace': 'Über diese Anfrage kann nur in ihrem eigenen Arbeitsbereich entschieden werden.',
    'own-request': 'Darüber muss jemand anders entscheiden: die Anfrage ist von dir oder für dich.',
    'not-yours': 'Das kann nur, wer angefragt hat, und die Person, für die es ist.',
    ended: 'Dieser Zugriff ist schon zu Ende.',
    'not-administrator': 'Das können nur Administratoren.',
    'decided-before': 'Du hast schon über einen früheren Schritt entschieden. Hier muss jemand anders entscheiden.',
    'reason-needed': 'Dieser Schritt braucht eine Begründung. Entscheide noch einmal und sag, warum.',
    'decided-elsewhere': 'Darüber hat jemand in der Zugriffsverwaltung entschieden. Deine Entscheidung zählte nicht.',
    expired:
      'Deine Entscheidung hat zu lange gewartet, und ich sende sie nicht mehr. Sieh dir die Anfrage noch einmal an.',
    withdrawn: 'Ich habe deine Entscheidung zurückgenommen. Sie wurde nicht gesendet.',
    'request-withdrawn': 'Diese Anfrage wurde zurückgezogen. Schließe sie in der Zugriffsverwaltung.',
    'left-to-nobody': 'Wähle jemand anderen: niemand entscheidet über eine Anfrage, die von ihm oder für ihn ist.',
    'nudged-already': 'Heute wurde schon angestupst. Versuche es am nächsten Arbeitstag wieder.',
    uncertain:
      'Ich habe das gesendet und keine Antwort bekommen, darum sende ich es nicht noch einmal. Sieh dir die Anfrage an; wenn es fehlt, tu es noch einmal.',
  },
  gone: ({ helpers }) => `Diese Anfrage gibt es nicht mehr. Wende dich an ${helpers}.`,
  failed: ({ helpers, reference }) =>
    `Das hat nicht geklappt. Sieh dir die Anfrage in der Zugriffsverwaltung an, oder wende dich mit dieser Kennung an ${helpers}: ${reference}.`,
  emergencyTooLong: ({ duration }) =>
    `Notfallzugriff gilt höchstens ${duration}, und hier geht es um länger. Zieh die Anfrage zurück und frag Notfallzugriff an.`,
  repeated: 'Das geschieht schon oder ist geschehen.',
  notReviewer: 'Über diesen Schritt entscheidest nicht du.',
  notReviewerBut: ({ reviewers }) => `Über diesen Schritt entscheidest nicht du, sondern ${reviewers}.`,
  alreadyDecided: 'Darüber hat schon jemand anders entschieden.',
  alreadyDecidedBy: {
    approve: ({ who, when }) => `${who} hat das schon genehmigt: ${when}.`,
    deny: ({ who, when }) => `${who} hat das schon abgelehnt: ${when}.`,
  },
  inConsole: {
    mode: 'Über Anfragen wird in der Zugriffsverwaltung entschieden.',
    risk: 'Über Anfragen mit diesem Risiko wird in der Zugriffsverwaltung entschieden.',
    emergency: 'Über Notfälle wird in der Zugriffsverwaltung entschieden.',
    'step-up': 'Die Genehmigung braucht eine zusätzliche Bestätigung in der Zugriffsverwaltung.',
    policy: 'Die Regeln dieses Schritts kann ich nicht anwenden. Darüber wird in der Zugriffsverwaltung entschieden.',
  },
  mistakes: {
    justificationEmpty: 'Sag in einem Satz, wofür du das brauchst.',
    durationTooLong: ({ duration }) => `Höchstens ${duration}. Wähle eine kürzere Zeit.`,
    durationNoLonger: ({ duration }) => `Das hast du ohnehin noch: ${duration}. Wähle eine längere Zeit.`,
    notAsEmergency: ({ what }) => `${what}: nicht als Notfall möglich. Nimm es heraus, oder frage ohne Notfall an.`,
    durationMustEnd: 'Das braucht ein Ende. Wähle eine Zeit.',
    unknown: {
      app: 'Wähle die App noch einmal: diese gibt es nicht mehr.',
      entitlement: 'Wähle die Rolle oder Berechtigung noch einmal: diese gibt es nicht mehr.',
      duration: 'Wähle, wie lange du es brauchst.',
    },
  },
};

import type { Texts } from '../texts.ts';

export const refusals: Texts['refusals'] = {
  itTeam: 'dein IT-Team',
  identity: {
    unknownPerson: ({ helpers }) =>
      `Ich habe dich im Zugriffsverzeichnis nicht gefunden. Bitte wende dich an ${helpers}, um aufgenommen zu werden.`,
    unknownEmail: ({ email, helpers }) =>
      `Ich habe ${email} im Zugriffsverzeichnis nicht gefunden. Bitte wende dich an ${helpers}, um aufgenommen zu werden oder um deine E-Mail-Adresse in Slack zu berichtigen.`,
    noEmail: ({ helpers }) =>
      `Slack nennt mir deine E-Mail-Adresse nicht, deshalb finde ich dich im Zugriffsverzeichnis nicht. Bitte wende dich an ${helpers}.`,
    guest: ({ helpers }) =>
      `Gäste dieses Arbeitsbereichs können keinen Zugriff anfragen. Bitte wende dich an die Person, die dich eingeladen hat, oder an ${helpers}.`,
    bot: 'Apps und Bots können keinen Zugriff anfragen.',
    deactivated: 'Dieses Slack-Konto ist deaktiviert, deshalb lässt sich damit kein Zugriff anfragen.',
    external: ({ helpers }) =>
      `Nur wer zu diesem Arbeitsbereich gehört, kann Zugriff anfragen. Bitte frage in deinem eigenen Arbeitsbereich an, oder wende dich an ${helpers}.`,
  },
  targetIdentity: {
    unknownPerson: ({ helpers }) =>
      `Ich habe die Person, für die das ist, im Zugriffsverzeichnis nicht gefunden. Bitte wende dich an ${helpers}, damit sie aufgenommen wird.`,
    unknownEmail: ({ email, helpers }) =>
      `Ich habe die Person, für die das ist (${email}), im Zugriffsverzeichnis nicht gefunden. Bitte wende dich an ${helpers}, damit sie aufgenommen wird.`,
    noEmail: ({ helpers }) =>
      `Slack nennt mir die E-Mail-Adresse der Person, für die das ist, nicht, deshalb finde ich sie im Zugriffsverzeichnis nicht. Bitte wende dich an ${helpers}.`,
    guest: ({ helpers }) =>
      `Das ist für einen Gast dieses Arbeitsbereichs, und Gäste können so keinen Zugriff bekommen. Bitte wende dich an ${helpers}.`,
    bot: 'Das ist für eine App oder einen Bot, und nur Menschen können so Zugriff bekommen.',
    deactivated: 'Das Slack-Konto, für das das ist, ist deaktiviert und kann deshalb keinen Zugriff bekommen.',
    external: ({ helpers }) =>
      `Das ist für jemanden aus einem anderen Arbeitsbereich, und nur wer zu diesem gehört, kann so Zugriff bekommen. Bitte wende dich an ${helpers}.`,
  },
  service: {
    said: ({ message }) => ` Sie sagt: „${message}“.`,
    duplicate:
      'Für denselben Zugriff gibt es schon eine offene Anfrage. Du brauchst keine zweite: die erste läuft weiter.',
    duplicateOf: ({ existing }) =>
      `Für denselben Zugriff gibt es schon eine offene Anfrage (${existing}). Du brauchst keine zweite: die erste läuft weiter.`,
    forbidden: ({ said, helpers }) =>
      `Die Zugriffsverwaltung erlaubt das nicht.${said} Wenn du es trotzdem brauchst, wende dich an ${helpers}.`,
    invalid: ({ said, helpers }) =>
      `Die Zugriffsverwaltung hat das nicht angenommen.${said} Bitte ändere die Anfrage und versuche es noch einmal, oder wende dich an ${helpers}.`,
    notFound: ({ said, helpers }) =>
      `Die Zugriffsverwaltung kennt diese App, Berechtigung oder Person nicht mehr.${said} Bitte wähle neu; wenn es so bleibt, wende dich an ${helpers}.`,
    closed: 'Diese Anfrage ist schon abgeschlossen.',
    stepMovedOn: 'Diese Anfrage ist schon beim nächsten Schritt.',
    conflict: ({ said, helpers }) =>
      `Die Zugriffsverwaltung meldet, dass sich das mit etwas anderem überschneidet.${said} Bitte versuche es in einer Minute noch einmal, oder wende dich an ${helpers}.`,
  },
  review: {
    otherWorkspace:
      'Diese Anfrage gehört zu einem anderen Arbeitsbereich, deshalb kann nur dort darüber entschieden werden.',
    ownRequest:
      'Diese Anfrage ist von dir oder für dich, deshalb muss jemand anders darüber entscheiden. Es wurde nichts geändert.',
    notReviewer: 'Über diesen Schritt entscheidest nicht du. Es wurde nichts geändert.',
    notReviewerBut: ({ reviewers }) =>
      `Über diesen Schritt entscheidest nicht du, sondern ${reviewers}. Es wurde nichts geändert.`,
    alreadyDecided: 'Über diesen Schritt hat schon jemand anders entschieden.',
    alreadyApprovedBy: ({ who, when }) => `${who} hat das schon genehmigt, ${when}. Dein Klick hat nichts geändert.`,
    alreadyDeniedBy: ({ who, when }) => `${who} hat das schon abgelehnt, ${when}. Dein Klick hat nichts geändert.`,
    stepMovedOn:
      'Diese Anfrage ist beim nächsten Schritt, seit die Karte gezeigt wurde. Die Karte ist jetzt aktuell: bitte sieh noch einmal hin.',
    closed: 'Diese Anfrage ist schon abgeschlossen. Dein Klick hat nichts geändert.',
    gone: ({ helpers }) => `Die Zugriffsverwaltung kennt diese Anfrage nicht mehr. Bitte wende dich an ${helpers}.`,
    notOffered: 'Die Zugriffsverwaltung bietet das für diese Anfrage gerade nicht an. Es wurde nichts geändert.',
    failed: ({ helpers, reference }) =>
      `Bei uns ist etwas schiefgegangen, und ich habe aufgegeben. Bitte sieh dir die Anfrage in der Zugriffsverwaltung an, und wende dich mit dieser Kennung an ${helpers}: ${reference}.`,
  },
  holder: {
    notYours: 'Das kann nur, wer angefragt hat, und die Person, für die es ist. Es wurde nichts geändert.',
    closed: 'Diese Anfrage ist schon abgeschlossen. Es wurde nichts geändert.',
    gone: ({ helpers }) => `Die Zugriffsverwaltung kennt diese Anfrage nicht mehr. Bitte wende dich an ${helpers}.`,
    notOffered: 'Die Zugriffsverwaltung bietet das gerade nicht an. Es wurde nichts geändert.',
    ended: 'Dieser Zugriff ist schon zu Ende. Es gibt nichts mehr zu tun.',
    failed: ({ helpers, reference }) =>
      `Bei uns ist etwas schiefgegangen, und ich habe aufgegeben. Bitte wende dich mit dieser Kennung an ${helpers}: ${reference}.`,
  },
  mistakes: {
    justificationEmpty: 'Bitte sag in einem Satz, wofür du das brauchst. Danach wird entschieden.',
    tooLong: ({ limit }) => `Bitte kürze das auf ${limit} Zeichen.`,
    durationTooLong: ({ duration }) => `Das geht höchstens für diese Zeit: ${duration}. Bitte wähle eine kürzere.`,
    durationNoLonger: ({ duration }) =>
      `Das läuft ohnehin noch so lange: ${duration}. Bitte wähle eine längere Zeit, oder frage später noch einmal.`,
    tooMany: ({ limit }) => `Bitte wähle höchstens ${limit} auf einmal.`,
    noEmergency: 'Das gibt es nicht als Notfall. Bitte frage es ohne an.',
    noEmergencyOf: ({ what }) =>
      `${what}: das gibt es nicht als Notfall. Bitte nimm es heraus, oder frage ohne Notfall an.`,
    durationNotUnderstood:
      'Diese Zeit verstehe ich nicht. Bitte schreib sie wie „90m“, „3 Tage“ oder „bis Freitag 18 Uhr“.',
    durationInThePast: 'Diese Zeit ist schon vorbei. Bitte schreib eine spätere.',
    durationMustEnd: 'Das geht nicht ohne Ende. Bitte wähle eine Zeit.',
    unknownApp: 'Bitte wähle die App noch einmal aus der Liste: diese gibt es nicht mehr.',
    unknownEntitlement: 'Bitte wähle die Berechtigung noch einmal aus der Liste: diese gibt es nicht mehr.',
    unknownDuration: 'Bitte wähle die Dauer noch einmal aus der Liste: diese gibt es nicht mehr.',
  },
};

import type { Texts } from '../texts.ts';

export const requestForm: Texts['requestForm'] = {
  title: 'Zugriff anfragen',
  emergencyTitle: 'Notfallzugriff',
  extendTitle: 'Zugriff verlängern',
  submit: 'Absenden',
  emergencySubmit: 'Notfallzugriff holen',
  cancel: 'Abbrechen',
  close: 'Schließen',
  app: 'App',
  appPlaceholder: 'Tippe, um eine App zu finden',
  entitlement: 'Was du darin brauchst',
  entitlementHint: ({ most }) => `Bis zu ${most} auf einmal. Über jedes wird einzeln entschieden.`,
  entitlementPlaceholder: 'Tippe, um eine Rolle, Gruppe oder Berechtigung zu finden',
  risk: ({ risk }) => `Risiko: ${risk}`,
  longest: ({ duration }) => `Höchstens: ${duration}`,
  untilRevokedPossible: 'Bis auf Widerruf möglich',
  owners: ({ people }) => `Verantwortlich: ${people}`,
  askedLast: ({ people }) => `Beim letzten Mal gefragt: ${people}`,
  askedUnknown: 'Wer entscheidet, steht dann auf der Karte',
  heldUntil: ({ moment }) => `Das hast du schon bis ${moment}.`,
  held: 'Das hast du schon, bis auf Widerruf.',
  heldByTarget: 'Die Person, für die es ist, hat das schon.',
  openAlready: ({ number }) => `Schon angefragt, siehe ${number}. Eine zweite Anfrage ist nicht nötig.`,
  openAlreadyUnnumbered: 'Schon angefragt und unterwegs. Eine zweite Anfrage ist nicht nötig.',
  openElsewhere: ({ number, console }) =>
    `Schon in der ${console} angefragt${number === '' ? '' : `, siehe ${number}`}. Eine zweite Anfrage ist nicht nötig.`,
  openUncertain:
    'Schon angefragt, aber es ist unklar, ob das angekommen ist. Wer angefragt hat, hat dazu eine Nachricht von mir.',
  sentAlready: ({ when, number, console }) =>
    `Schon angefragt ${when}. Was daraus wurde, steht in der ${console}${number === '' ? '' : ` unter ${number}`}.`,
  candidates: 'Was davon meinst du?',
  emergency: 'Notfall',
  emergencyOption: 'Das ist ein Notfall',
  emergencyTold: 'Die Bereitschaft erfährt es sofort.',
  emergencyLookedAt: 'Jeder Notfall wird hinterher angesehen.',
  emergencyIntro: 'Für alles, was nicht warten kann.',
  notAsEmergency: ({ what }) =>
    `${what}: das gibt es nicht als Notfall. Bitte nimm es heraus und frage es für sich an, oder frage alles ohne Notfall an.`,
  emergencyConfirmTitle: 'Ist das ein Notfall?',
  emergencyConfirm: 'Ja, ein Notfall',
  emergencyDeny: 'Zurück',
  extendedUntil: ({ duration, when }) => `${duration} (bis etwa ${when}, wenn jetzt bewilligt)`,
  dayAndTime: 'ccc d. LLL, HH:mm',
  extendIntro: ({ what }) => `Du bittest um mehr Zeit mit ${what}. Sie beginnt, wenn sie bewilligt ist.`,
  justification: 'Wofür du es brauchst',
  justificationHint: 'Danach wird entschieden. Eine Ticket- oder Störungsnummer hilft.',
  duration: 'Für wie lange',
  time: 'Oder schreibe eine Zeit',
  timeHint: 'Was du hier schreibst, gilt statt der Auswahl darüber. Datumsangaben gelten in deiner Zeitzone.',
  timePlaceholder: '90m, 3 Tage, bis Freitag 18 Uhr',
  target: 'Für jemand anderen',
  targetHint: 'Lass das leer, wenn es für dich ist.',
  yes: 'Ja',
  no: 'Nein',
  appGone: 'Diese App kann nicht mehr angefragt werden. Bitte wähle eine andere.',
  entitlementGone: 'Das gibt es nicht mehr. Bitte wähle neu.',
  listUnavailable: 'Die Liste lässt sich gerade nicht laden',
  listUnavailableExplained:
    'Die Zugriffsverwaltung antwortet gerade nicht, deshalb kann ich nicht zeigen, was es gibt. Was du geschrieben hast, bleibt hier: bitte versuche es in einer Minute noch einmal mit der Liste.',
  notOpened: 'Das Formular ließ sich gerade nicht öffnen. Es wurde nichts abgeschickt. Bitte versuche es noch einmal.',
  nothingForEmergencies: 'Hier gibt es nichts als Notfall. Bitte frage es mit /request-access an.',
  notUnderstood: ({ words }) => `„${words}“ habe ich nicht verstanden.`,
  didYouMean: ({ words }) => `Meintest du \`${words}\`?`,
  namedNotAsEmergency: ({ what }) => `„${what}“ gibt es nicht als Notfall. Bitte frage es mit /request-access an.`,
  notReadYet: ({ words }) =>
    `Ich konnte noch nicht alles lesen, was es gibt, und „${words}“ darum nicht nachschlagen. Bitte wähle unten aus den Listen; sind sie leer, versuche es in einer Minute noch einmal.`,
  timeNotFilledIn: ({ words, why }) => `„${words}“ konnte ich nicht als Zeit eintragen. ${why}`,
  ambiguous: ({ words }) => `„${words}“ kann mehreres heißen. Bitte wähle unten aus.`,
  refusedBefore: ({ why }) => `Beim letzten Mal wurde das nicht weitergegeben. ${why}\nAlles ist noch ausgefüllt.`,
  times: {
    notUnderstood: ({ words }) =>
      `„${words}“ verstehe ich nicht. Bitte schreibe es wie „90m“, „3 Tage“ oder „bis Freitag 18 Uhr“.`,
    ambiguous: ({ readings }) =>
      `Das lässt sich auf mehr als eine Art lesen: ${readings}. Bitte schreibe, was du meinst.`,
    inThePast: 'Diese Zeit ist schon vorbei. Bitte schreibe eine spätere.',
    tooLong: 'Das ist länger, als bewilligt werden kann. Bitte schreibe eine kürzere Zeit.',
    unknownZone:
      'Ich konnte deine Zeitzone gerade nicht herausfinden. Bitte schreibe eine Dauer, etwa „90m“ oder „3 Tage“.',
  },
  answers: {
    missing: 'Bitte fülle das aus.',
    noNumber: 'Bitte schreibe eine Zahl.',
    notOffered: 'Bitte wähle eine der Möglichkeiten.',
  },
  notSaved:
    'Deine Anfrage ließ sich gerade nicht speichern, es wurde also nichts abgeschickt. Bitte drücke gleich noch einmal auf „Absenden“.',
  received: 'Anfrage ist angekommen',
  receivedExplained: ({ what, where }) =>
    `Deine Anfrage für *${what}* ist gespeichert und unterwegs.\n\nWer darüber entscheidet, sieht sie in ${where}. Ich schreibe dir eine Direktnachricht, sobald sie zur Prüfung vorliegt, sobald jemand entscheidet und sobald du Zugriff hast. Du musst nichts weiter tun.`,
  receivedEmergency: ({ where, group }) =>
    `Als Notfall geht sie sofort auch nach ${where}${group === '' ? '' : `, wo ${group} gerufen wird`}. Wenn du dort in ein paar Minuten nichts hörst, frage bitte selbst nach.`,
  receivedUnfollowed: ({ what, where }) =>
    `Deine Anfrage für *${what}* ist gespeichert und unterwegs.\n\nWer darüber entscheidet, sieht sie in ${where}. Ich schreibe dir eine Direktnachricht, sobald sie zur Prüfung vorliegt. Was daraus wird, steht in der Zugriffsverwaltung: ich erfahre es nicht.`,
  yourDirectMessages: 'deinen Direktnachrichten',
};

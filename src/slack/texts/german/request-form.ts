import type { Texts } from '../texts.ts';

export const requestForm: Texts['requestForm'] = {
  title: 'Zugriff anfragen',
  submit: 'Absenden',
  cancel: 'Abbrechen',
  close: 'Schließen',
  app: 'App',
  appPlaceholder: 'Tippe, um eine App zu finden',
  entitlement: 'Was du darin brauchst',
  entitlementPlaceholder: 'Tippe, um eine Rolle, Gruppe oder Berechtigung zu finden',
  risk: ({ risk }) => `Risiko: ${risk}`,
  longest: ({ duration }) => `Höchstens: ${duration}`,
  untilRevokedPossible: 'Bis auf Widerruf möglich',
  justification: 'Wofür du es brauchst',
  justificationHint: 'Danach wird entschieden. Eine Ticket- oder Störungsnummer hilft.',
  duration: 'Für wie lange',
  appGone: 'Diese App kann nicht mehr angefragt werden. Bitte wähle eine andere.',
  entitlementGone: 'Das gibt es nicht mehr. Bitte wähle neu.',
  listUnavailable: 'Die Liste lässt sich gerade nicht laden',
  listUnavailableExplained:
    'Die Zugriffsverwaltung antwortet gerade nicht, deshalb kann ich nicht zeigen, was es gibt. Was du geschrieben hast, bleibt hier: bitte versuche es in einer Minute noch einmal mit der Liste.',
  notOpened:
    'Das Formular ließ sich gerade nicht öffnen. Es wurde nichts abgeschickt. Bitte gib noch einmal /request-access ein.',
  notSaved:
    'Deine Anfrage ließ sich gerade nicht speichern, es wurde also nichts abgeschickt. Bitte drücke gleich noch einmal auf „Absenden“.',
  received: 'Anfrage ist angekommen',
  receivedExplained: ({ what, where }) =>
    `Deine Anfrage für *${what}* ist gespeichert und unterwegs.\n\nWer darüber entscheidet, sieht sie in ${where}. Ich schreibe dir eine Direktnachricht, sobald sie zur Prüfung vorliegt, sobald jemand entscheidet und sobald du Zugriff hast. Du musst nichts weiter tun.`,
  yourDirectMessages: 'deinen Direktnachrichten',
};

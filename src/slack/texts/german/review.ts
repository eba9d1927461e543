import type { Texts } from '../texts.ts';

export const review: Texts['review'] = {
  denyTitle: 'Anfrage ablehnen',
  deny: 'Ablehnen',
  approveTitle: 'Anfrage genehmigen',
  approve: 'Genehmigen',
  checking: 'Ich prüfe, ob du darüber entscheiden kannst …',
  takeBack: 'Zurücknehmen',
  perhapsSent: 'Ich sende sie nicht noch einmal. Vielleicht ist sie schon angekommen: dann zeigt es die Karte.',
  nothingToTakeBack: 'Es gibt nichts mehr zurückzunehmen.',
  back: 'Zurück',
  reason: 'Grund',
  reasonHint: 'Das liest, wer angefragt hat.',
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
  oldCard:
    'Diese Karte ist von einer anderen Fassung von mir, und ich kann ihre Knöpfe nicht lesen. Entscheide in der Zugriffsverwaltung.',
  elsewhere: 'Das geht in der Zugriffsverwaltung. Öffne die Anfrage dort mit ihrer Nummer.',
  clickLost: ({ reference }) =>
    `Dieser Klick wurde nicht gespeichert. Versuche es gleich noch einmal. Wenn es wieder passiert, nenne deinem IT-Team diese Kennung: ${reference}.`,
};

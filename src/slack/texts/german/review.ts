import type { Texts } from '../texts.ts';

export const review: Texts['review'] = {
  denyTitle: 'Anfrage ablehnen',
  deny: 'Ablehnen',
  back: 'Zurück',
  reason: 'Grund',
  reasonHint: 'Das liest, wer angefragt hat, und es wird mit der Anfrage aufbewahrt.',
  wholeTitle: 'Die ganze Anfrage',
  close: 'Schließen',
  why: 'Warum',
  stepReviewers: ({ count }) => `*Über diesen Schritt entscheiden* (${count})`,
  insights: 'Hinweise',
  reasonEmpty: 'Bitte sag in einem Satz, warum. Das liest, wer angefragt hat.',
  thisRequest: 'Diese Anfrage',
  whatIsAsked: ({ what, who }) => `${what}, angefragt von ${who}`,
  denyNotOpened:
    'Das Formular für den Grund ließ sich gerade nicht öffnen. Es wurde nichts entschieden. Bitte klicke noch einmal auf „Ablehnen“.',
  repeated:
    'Deine Entscheidung zu diesem Schritt wird schon ausgeführt oder ist es bereits. Dieser zweite Klick hat nichts geändert.',
  unknownCard: 'Ich kenne die Anfrage hinter dieser Karte nicht mehr. Bitte entscheide in der Zugriffsverwaltung.',
  oldCard:
    'Diese Karte ist von einer anderen Fassung von mir, und ich kann ihre Knöpfe nicht lesen. Bitte entscheide in der Zugriffsverwaltung.',
  elsewhere: 'Das geht in der Zugriffsverwaltung: bitte öffne die Anfrage dort mit ihrer Nummer.',
  clickLost: ({ reference }) =>
    `Bei uns ist etwas schiefgegangen, und dieser Klick wurde nicht gespeichert. Bitte versuche es gleich noch einmal. Wenn es so bleibt, nenne deinem IT-Team diese Kennung: ${reference}.`,
};

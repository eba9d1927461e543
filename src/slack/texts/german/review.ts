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
};

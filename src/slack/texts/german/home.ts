import type { Texts } from '../texts.ts';

export const home: Texts['home'] = {
  title: 'Zugriffsanfragen',
  request: 'Zugriff anfragen',
  myRequests: 'Meine Anfragen',
  nothingYet: 'Du hast noch nichts angefragt. Gib irgendwo `/request-access` ein, oder nimm den Knopf oben.',
  asked: ({ when }) => `angefragt ${when}`,
  waitingForReview: 'Wartet auf Prüfung',
  beingSetUp: 'Wird eingerichtet',
  onItsWay: 'Unterwegs zur Zugriffsverwaltung',
  notSentOn: 'Nicht weitergegeben',
  unclear: 'Unklar, ob sie angekommen ist',
  left: 'Nicht weiter verfolgt',
};

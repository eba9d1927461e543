import type { Texts } from '../texts.ts';

export const steps: Texts['steps'] = {
  somebody: 'jemand',
  form: ({ people }) => `Wartet darauf, dass ${people} ein Formular ausfüllt.`,
  waitUntil: ({ when }) => `Wartet bis ${when}.`,
  waitFor: ({ what }) => `Wartet auf „${what}“.`,
  waiting: 'Wartet auf etwas, das die Richtlinie nennt.',
  'set-up': 'Der Zugriff wird eingerichtet.',
  setUpBy: ({ people }) => `${people} richtet es ein.`,
  setUpBySomebody: 'Jemand richtet es von Hand ein.',
  'set-up-elsewhere': 'Ein anderes System richtet es ein.',
  'decided-elsewhere': 'Ein anderes System entscheidet; es wird niemand gefragt.',
  automation: 'Eine Automatisierung läuft.',
  accepted: 'Die Richtlinie nimmt es ohne Prüfung an.',
  rejected: 'Die Richtlinie lehnt es ab.',
  processing: 'Der Zugriffsdienst arbeitet daran.',
  unknown: 'Worauf es wartet, zeigt die Governance-Konsole.',
  away: ({ who, people }) => `${who}: nicht da, stattdessen entscheidet ${people}`,
  awayAll: ({ who }) => `${who}: nicht da, und niemand entscheidet stattdessen`,
  inPlaceOf: ({ people, from }) => `${people} entscheidet anstelle von ${from}.`,
  passedOn: ({ people, from }) => `${from} hat die Prüfung an ${people} übergeben.`,
};

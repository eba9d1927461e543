import { actionLabels } from '../action-labels.ts';
import type { Texts } from '../texts.ts';
import { card, steps } from './card.ts';
import { home } from './home.ts';
import { notices } from './notices.ts';
import { requestForm } from './request-form.ts';
import { refusals, review } from './review.ts';

const help: Texts['help'] = {
  howTo:
    'Mit `/request-access` fragst du Zugriff an: wähle eine App und eine Rolle oder Berechtigung, sag wofür und für wie lange.',
  inOneLine:
    'In einer Zeile: `/request-access github admin für 4h weil INC-42: Datenbank steht`. Mit `für @ana` fragst du für jemand anderen.',
  otherWays:
    '`/request-access status` zeigt, was offen ist, `/request-access liste` alles. Im Menü einer Nachricht: „Request access for this“.',
  emergencies: '`/emergency-access` nimmt dieselben Worte, wenn es nicht warten kann.',
  questions: ({ helpers }) => `Fragen? Wende dich an ${helpers}.`,
};

const lists: Texts['lists'] = {
  and: 'und',
  or: 'oder',
  more: ({ count }) => (count === 1 ? `${count} weitere Person` : `${count} weitere`),
  moreLeftOut: ({ count }) => `… und ${count} mehr`,
};

const limits: Texts['limits'] = {
  title: 'Bitte warten',
  tooQuick: ({ wait }) => `Das war schnell. Bitte warte noch ${wait} und versuche es dann wieder.`,
};

const times: Texts['times'] = {
  locale: 'de',
  untilRevoked: 'bis auf Widerruf',
  forSoLong: ({ duration }) => `für ${duration}`,
  moment: ({ date, time }) => `${date}, ${time}`,
};

export const german: Texts = {
  actions: actionLabels('de'),
  card,
  help,
  home,
  limits,
  lists,
  notices,
  refusals,
  requestForm,
  review,
  steps,
  times,
};

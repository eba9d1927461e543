import type { Texts } from '../texts.ts';

export const help: Texts['help'] = {
  howTo:
    'Mit `/request-access` fragst du Zugriff an: wähle eine App und eine Rolle oder Berechtigung, sag wofür und für wie lange.',
  inOneLine:
    'In einer Zeile: `/request-access github admin für 4h weil INC-42: Datenbank steht`. Mit `für @ana` fragst du für jemand anderen.',
  otherWays:
    '`/request-access status` zeigt, was offen ist, `/request-access liste` alles. Im Menü einer Nachricht: „Request access for this“.',
  emergencies: '`/emergency-access` nimmt dieselben Worte, wenn es nicht warten kann.',
  questions: ({ helpers }) => `Fragen? Wende dich an ${helpers}.`,
};

import type { Texts } from '../texts.ts';

export const help: Texts['help'] = {
  howTo:
    'Gib `/request-access` ein, um Zugriff anzufragen: wähle eine App und was du darin brauchst, sag warum und für wie lange.',
  inOneLine:
    'Oder sag es in einer Zeile: `/request-access github admin für 4h weil INC-42: Datenbank steht`. Mit `für @ana` fragst du für jemand anderen. Was ich nicht verstehe, zeige ich dir.',
  otherWays:
    'Eine Nachricht kann der Grund sein: wähle in ihrem Menü „Request access for this“. `/request-access status` sagt, was unterwegs ist, `/request-access liste` alles von dir.',
  emergencies: 'Wenn es nicht warten kann: `/emergency-access`, mit denselben Worten.',
  whatFollows:
    'Wer darüber entscheidet, bekommt eine Karte. Ich schreibe dir eine Direktnachricht, sobald deine Anfrage zur Prüfung vorliegt, sobald jemand entscheidet und sobald du Zugriff hast.',
  whatFollowsUnfollowed:
    'Wer darüber entscheidet, bekommt eine Karte. Ich schreibe dir eine Direktnachricht, sobald deine Anfrage zur Prüfung vorliegt; was daraus wird, steht in der Zugriffsverwaltung.',
  apps: ({ count }) => `Hier kannst du ${count} ${count === 1 ? 'App' : 'Apps'} anfragen.`,
  questions: ({ helpers }) => `Fragen? Wende dich an ${helpers}.`,
};

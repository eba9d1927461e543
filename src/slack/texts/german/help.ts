import type { Texts } from '../texts.ts';

export const help: Texts['help'] = {
  howTo:
    'Gib `/request-access` ein, um Zugriff anzufragen: wähle eine App und was du darin brauchst, sag warum und für wie lange.',
  whatFollows:
    'Wer darüber entscheidet, bekommt eine Karte. Ich schreibe dir eine Direktnachricht, sobald deine Anfrage zur Prüfung vorliegt, sobald jemand entscheidet und sobald du Zugriff hast.',
  apps: ({ count }) => `Hier kannst du ${count} ${count === 1 ? 'App' : 'Apps'} anfragen.`,
  questions: ({ helpers }) => `Fragen? Wende dich an ${helpers}.`,
};

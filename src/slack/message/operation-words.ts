import type { Language } from '../../domain/text/language.ts';
import { moment } from '../platform/text.ts';
import { textsOfExtra } from '../texts.ts';

const textsIn = textsOfExtra({
  more: [
    'I found out that the access service has more for me to read: {operations}. I will use it from then on: {when}. `npm run doctor` says what it brings. To keep me from it, name it in `governance.without` of `access.yaml` and restart me.',
    'Ich habe herausgefunden, dass ich im Zugriffsdienst mehr lesen kann: {operations}. Ich nutze es ab dann: {when}. `npm run doctor` sagt, was es bringt. Soll ich es nicht nutzen, trag es in `governance.without` in `access.yaml` ein und starte mich neu.',
  ],
} as const);

/** To an administrator, before they are used. Moments are in Slack's words. */
export function operationWords(
  language: Language,
  { operations, usedFrom }: { readonly operations: readonly string[]; readonly usedFrom: Date },
): string {
  const names = operations.map((one) => `\`${one}\``).join(', ');
  return textsIn({ language }).more({ operations: names, when: moment(usedFrom) });
}

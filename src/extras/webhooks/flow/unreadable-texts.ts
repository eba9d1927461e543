import { moment } from '../../../slack/platform/text.ts';
import { textsOfExtra } from '../../../slack/texts.ts';
import type { WordsToPerson } from '../../../use-cases/ports/chat-ports.ts';
import type { WebhookDelivery } from '../delivery-tables.ts';

/** Moments are in Slack's words. */
const textsIn = textsOfExtra({
  decision: [
    'The access service asked for a decision ({received}). I cannot read which step of which request that is, so nobody in Slack is asked.',
    'Der Zugriffsdienst hat um eine Entscheidung gebeten ({received}). Ich kann nicht lesen, um welchen Schritt welcher Anfrage es geht. Deshalb wird in Slack niemand gefragt.',
  ],
  setUp: [
    'The access service asked for access to be set up by hand ({received}). I cannot read which step of which request that is, so nobody in Slack is asked.',
    'Der Zugriffsdienst hat darum gebeten, einen Zugriff von Hand einzurichten ({received}). Ich kann nicht lesen, um welchen Schritt welcher Anfrage es geht. Deshalb wird in Slack niemand gefragt.',
  ],
  denied: ['I will deny this step: {when}.', 'Ich lehne diesen Schritt ab: {when}.'],
  left: [
    'I will not answer it. When the access service stops waiting, its policy goes on without an answer.',
    'Ich antworte nicht darauf. Wartet der Zugriffsdienst nicht mehr, geht seine Richtlinie ohne Antwort weiter.',
  ],
  help: [
    'In the governance console, look for the request that waits for my webhook, and close or restart it there if need be. My log names the delivery, and `doctor` counts such steps. I will not report more of this kind today.',
    'Such in der Zugriffsverwaltung die Anfrage, die auf meinen Webhook wartet, und schließe sie dort oder starte sie neu, wenn das nötig ist. Mein Log nennt die Zustellung, und `doctor` zählt solche Schritte. Weitere dieser Art melde ich heute nicht.',
  ],
} as const);

/** To an administrator. Has no word of the tenant's in it: nothing of the delivery could be read. */
export function unreadableWords({
  event,
  receivedAt,
  deniedAt,
}: Pick<WebhookDelivery, 'event' | 'receivedAt' | 'deniedAt'>): WordsToPerson {
  const received = moment(receivedAt);
  const wordsIn = (language: keyof WordsToPerson): string => {
    const texts = textsIn({ language });
    const opening =
      event === 'provision-step' ? texts.setUp({ received }) : texts.decision({ received });
    const next = deniedAt === null ? texts.left : texts.denied({ when: moment(deniedAt) });
    return [opening, next, texts.help].join(' ');
  };
  return { en: wordsIn('en'), de: wordsIn('de') };
}

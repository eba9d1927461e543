/** What waits longer than it should, in words. */
import type { JobKind } from '../../domain/outward/job.ts';
import type { Sentence } from '../../domain/text/sentence.ts';
import type { StuckWork } from '../../queue/stuck-work.ts';
import type { AdminAnswer } from '../../slack/admin/admin-answer.ts';

interface StuckDeps {
  stuck(): Promise<readonly StuckWork[]>;
  tryAgain(): Promise<void>;
}

const cards: Sentence = ['Cards', 'Karten'];
const messages: Sentence = ['Messages', 'Nachrichten'];

const whats: Partial<Readonly<Record<JobKind, Sentence>>> = {
  'create-task': ['Requests to the access service', 'Anfragen an den Zugriffsdienst'],
  'carry-out-action': ['Decisions and what else was clicked', 'Entscheidungen und andere Klicks'],
  'sync-card': cards,
  'update-card': cards,
  'send-notice': messages,
  'tell-removed': messages,
  'show-draft': messages,
  'sync-home': ['Home pages', 'Home-Seiten'],
  'take-delivery': ['Steps that the service handed over', 'Schritte vom Zugriffsdienst'],
};
const ownWork: Sentence = ['My own reading', 'Was ich selbst lese'];

const whys: Readonly<Record<StuckWork['why'], Sentence>> = {
  governance: ['the access service does not answer', 'der Zugriffsdienst antwortet nicht'],
  slack: ['Slack does not take it', 'Slack nimmt es nicht an'],
  database: ['the database does not answer', 'die Datenbank antwortet nicht'],
  fault: ['a fault of mine: the log has it', 'ein Fehler von mir: er steht im Log'],
  turn: ['its turn has not come', 'es war noch nicht an der Reihe'],
};

/** @param isAgain everything is tried at once, before it is looked at */
export async function stuckAnswer(deps: StuckDeps, isAgain: boolean): Promise<AdminAnswer> {
  if (isAgain) {
    await deps.tryAgain();
    return {
      says: [
        [
          'I try it all now. Ask again in a moment.',
          'Ich versuche jetzt alles. Frag gleich noch einmal.',
        ],
      ],
    };
  }
  const work = await deps.stuck();
  const says = work.map(({ kind, count, since, why, code }): Sentence => {
    const [what, was] = whats[kind] ?? ownWork;
    const at = `${since.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
    const [because, weil] = whys[why];
    const detail = code === '' ? '' : ` (${code})`;
    return [
      `${what}: ${count}, since ${at}: ${because}${detail}.`,
      `${was}: ${count}, seit ${at}: ${weil}${detail}.`,
    ];
  });
  if (says.length === 0)
    return {
      says: [['Nothing waits longer than it should.', 'Nichts wartet länger, als es soll.']],
    };
  return {
    says,
    buttons: [{ label: ['Try again', 'Erneut versuchen'], words: ['stuck', 'again'] }],
  };
}

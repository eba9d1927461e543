/**
 * Messages about what came of a click. Long because each stands here with its words and what leads
 * to it.
 */

import type { ActionKind } from '../../action/action.ts';
import type { OutwardFailure } from '../../outward/outward-failure.ts';
import type { Refusal } from '../../refusals/refusals.ts';
import { entry } from '../fact-object.ts';
import type { MessageContext } from '../message-context.ts';
import { message } from '../message-object.ts';
import { inOneLine, type Phrase, say } from '../phrase.ts';
import type { HeldDetail } from './access-messages.ts';

/** Names what a click was for, in front of what came of it. */
const aboutAct = {
  about: ['{about:phrase}: {said:phrase}', '{about:phrase}: {said:phrase}'],
  /** If it is not stored any more what it was. */
  access: ['{whatForWhom}{number}', '{whatForWhom}{number}'],
  acts: {
    approve: ['Your approval of {request}{number}', 'Deine Genehmigung für {request}{number}'],
    deny: ['Your denial of {request}{number}', 'Deine Ablehnung für {request}{number}'],
    escalate: [
      'Your request for emergency access to {whatForWhom}{number}',
      'Deine Bitte um Notfallzugriff auf {whatForWhom}{number}',
    ],
    withdraw: [
      'Your withdrawal of {request}{number}',
      'Dein Zurückziehen, es geht um {request}{number}',
    ],
    'give-back': ['Giving back {whatForWhom}{number}', 'Die Rückgabe von {whatForWhom}{number}'],
    nudge: ['Your nudge about {request}{number}', 'Deine Nachfrage, es geht um {request}{number}'],
    ask: ['Your question about {request}{number}', 'Deine Rückfrage, es geht um {request}{number}'],
    answer: ['Your answer about {request}{number}', 'Deine Antwort, es geht um {request}{number}'],
    comment: ['Your comment on {request}{number}', 'Dein Kommentar, es geht um {request}{number}'],
    reassign: [
      'Handing {request}{number} to others',
      'Die Übergabe an andere, es geht um {request}{number}',
    ],
    shorten: [
      'Your shorter time for {request}{number}',
      'Deine kürzere Dauer für {request}{number}',
    ],
    'fill-in': ['Your form for {request}{number}', 'Dein Formular für {request}{number}'],
    'set-up': ['Your “Done” for {request}{number}', 'Dein „Erledigt“ für {request}{number}'],
    'cannot-set-up': [
      'Your “Cannot be done” for {request}{number}',
      'Dein „Geht nicht“ für {request}{number}',
    ],
    'skip-step': [
      'Skipping a step of {request}{number}',
      'Das Überspringen eines Schritts, es geht um {request}{number}',
    ],
    restart: [
      'Restarting the review of {request}{number}',
      'Der Neubeginn der Prüfung, es geht um {request}{number}',
    ],
    'retry-provisioning': [
      'Trying the set-up of {request}{number} again',
      'Der neue Versuch der Einrichtung, es geht um {request}{number}',
    ],
    close: ['Closing {request}{number}', 'Das Schließen, es geht um {request}{number}'],
  },
} as const;

/**
 * Names the request, or what the reader wants done with it ("Your approval of the request by @ben for
 * *GitHub · write* (#1042)"), then says what came of it.
 */
function aboutActPhrase(
  { waitingVerb }: Pick<MessageContext, 'waitingVerb'>,
  said: Phrase,
): Phrase {
  const about = say(waitingVerb === null ? aboutAct.access : aboutAct.acts[waitingVerb]);
  return say(aboutAct.about, { about, said });
}

/**
 * To the person who clicked: why it is not done. `typed`: what they typed, given back if they
 * have to repeat the act. `actionId`: of one that may still arrive.
 */
export const actionRefused = message<{
  refusal: Refusal;
  typed?: string;
  actionId?: string;
}>()({
  kind: 'action-refused',
  links: 'request',
  quotes: ({ typed }) => (typed === undefined ? null : { kind: 'own-words', text: typed }),
  readers: 'clicker',
  sentences: { refused: ['{refusal:refusal}', '{refusal:refusal}'], aboutAct },
  says: ({ refusal }, context, { refused }) => [aboutActPhrase(context, say(refused, { refusal }))],
});

/** Why an act waits. */
export type ActWait =
  | OutwardFailure['system']
  /** The service refuses the bot's credentials. */
  | 'refused'
  /** Checked several times; each check was too old before the call could be sent. */
  | 'late'
  /** The service said yes, and its readings do not show it. */
  | 'unshown'
  /** Somebody else's answer to the step is under way. */
  | 'behind'
  /** The callback of the step cannot be opened with the keys that are set. */
  | 'unopened';

/**
 * To the person who clicked: what it waits for. `triedUntil`: in ISO 8601, after which it is not sent
 * any more; none where it is tried without end.
 */
export const actionWaiting = message<{
  actionId: string;
  cause: ActWait;
  triedUntil?: string;
}>()({
  kind: 'action-waiting',
  links: 'request',
  quotes: null,
  readers: 'clicker',
  sentences: {
    waits: {
      governance: [
        'The access service did not answer. I kept it, to do it once it answers.',
        'Der Zugriffsdienst hat nicht geantwortet. Ich habe das gespeichert, um es zu tun, sobald er antwortet.',
      ],
      refused: [
        'The access service refused me, because my credentials were wrong. I kept it, to do it once that is mended. Tell {helpers}.',
        'Der Zugriffsdienst hat mich abgewiesen, weil meine Zugangsdaten nicht stimmten. Ich habe das gespeichert, um es zu tun, sobald das behoben ist. Sag {helpers} Bescheid.',
      ],
      slack: [
        'Slack did not let me look people up. I kept it, to do it once it does.',
        'Slack hat mich keine Personen nachschlagen lassen. Ich habe das gespeichert, um es zu tun, sobald es geht.',
      ],
      unshown: [
        'The access service accepted it, but did not show it yet. I kept looking, to send it again if need be.',
        'Der Zugriffsdienst hat das angenommen, es aber noch nicht gezeigt. Ich habe weiter nachgesehen, um es nötigenfalls noch einmal zu senden.',
      ],
      behind: [
        'Somebody had just decided on this request, and I did not know yet what would come of it. I kept it, to go on once I know.',
        'Gerade hatte jemand über diese Anfrage entschieden, und ich wusste noch nicht, was daraus wird. Ich habe das gespeichert, um weiterzumachen, sobald ich es weiß.',
      ],
      unopened: [
        'I could not open the way back to the access service that came with this step, most likely because WEBHOOK_KEY was changed. I kept it, to do it once an administrator has set the old key again, behind the new one with a comma between.',
        'Ich konnte den Rückweg zum Zugriffsdienst nicht öffnen, der mit diesem Schritt kam, vermutlich weil WEBHOOK_KEY geändert wurde. Ich habe das gespeichert, um es zu tun, sobald ein Administrator den alten Schlüssel wieder gesetzt hat, hinter dem neuen mit einem Komma dazwischen.',
      ],
      late: [
        'I checked it three times, and each time the check was too old before I could send it. I kept it, to check again.',
        'Ich habe das dreimal geprüft, und jedes Mal war die Prüfung zu alt, bevor ich es senden konnte. Ich habe es gespeichert, um noch einmal zu prüfen.',
      ],
    },
    /** Where it is not tried without end. */
    triedUntil: [
      '[[After {when:moment} I no longer send it.]]',
      '[[Nach {when:moment} schicke ich es nicht mehr ab.]]',
    ],
    aboutAct,
  },
  says: ({ cause, triedUntil: until }, context, { waits, triedUntil }) => {
    const tried = say(triedUntil, { when: until });
    return [aboutActPhrase(context, inOneLine(say(waits[cause]), tried))];
  },
});

/**
 * To the person who acted: it had to wait, and is done. `isLate`: its call got no answer and was given
 * up, but it was carried out after all.
 */
export const actionDone = message<{ actionId: string; isLate?: boolean }>()({
  kind: 'action-done',
  links: 'request',
  quotes: null,
  readers: 'clicker',
  sentences: {
    done: ['It had to wait and is done now.', 'Das musste warten und ist jetzt erledigt.'],
    arrived: [
      'It arrived after all, and it counts. The request shows where it stands.',
      'Das ist doch noch angekommen und zählt. Wie es steht, zeigt die Anfrage.',
    ],
    aboutAct,
  },
  says: ({ isLate }, context, { done, arrived }) => [
    aboutActPhrase(context, say(isLate === true ? arrived : done)),
  ],
});

/** `verb`: what was refused. */
interface RefusalDetail extends Partial<HeldDetail> {
  readonly verb: ActionKind | 'settlement';
  readonly refusal: Refusal;
  readonly stepId?: string;
}

export const clickFacts = {
  /** What somebody wanted to do was not done, and why. */
  'click.refused': entry<RefusalDetail>('composed'),
};

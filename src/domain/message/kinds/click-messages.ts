/**
 * Messages about what came of a click. Long because each stands here with its words and what leads
 * to it.
 */

import type { ActionKind } from '../../action/action.ts';
import type { ActionOutcome } from '../../action/action-outcome.ts';
import type { Refusal } from '../../refusals/refusals.ts';
import { isOpen } from '../../task/task-snapshot.ts';
import { sentenceFor } from '../../text/sentence.ts';
import { asItSays, entry, type KeyedMessage, news, tell } from '../fact-object.ts';
import type { MessageContext } from '../message-context.ts';
import { type BodyOf, message } from '../message-object.ts';
import { inOneLine, type Phrase, say } from '../phrase.ts';
import { type WaitingMarks, waitingCause } from '../waiting-cause.ts';
import type { HeldDetail } from './access-messages.ts';
import { trouble } from './trouble-messages.ts';

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
  arrived: [
    'Your decision arrived after all, and it counts. The request shows where it stands.',
    'Deine Entscheidung ist doch noch angekommen und zählt. Wie es steht, zeigt die Anfrage.',
  ],
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
 * When a reading shows that the task or the step is over: how it stands, then one sentence about the
 * act.
 */
const overtaken = {
  isGranted: ['{thisRequest} is granted.', '{thisRequest} ist gewährt.'],
  isDenied: ['{thisRequest} is denied.', '{thisRequest} ist abgelehnt.'],
  isOver: ['{thisRequest} is over: {ended:outcome}.', '{thisRequest} ist vorbei: {ended:outcome}.'],
  isStepOver: ['{thisRequest}: this step is over.', '{thisRequest}: Dieser Schritt ist vorbei.'],
  /** `act`: one of `theAct`. */
  acts: {
    overtaken: [
      'Whether {act:phrase} did it, I learn when the access service answers.',
      'Ob {act:phrase} den Ausschlag gab, erfahre ich, sobald der Zugriffsdienst antwortet.',
    ],
    'overtaken-unsent': [
      'I have not sent {act:phrase}.',
      'Abgeschickt habe ich {act:phrase} nicht.',
    ],
    'overtaken-unknown': [
      'The access service does not show that {act:phrase} did it.',
      'Der Zugriffsdienst zeigt nicht, dass {act:phrase} den Ausschlag gab.',
    ],
  },
  /** In the middle of a sentence; in German nominative and accusative alike. */
  theAct: {
    approve: ['your approval', 'deine Genehmigung'],
    deny: ['your denial', 'deine Ablehnung'],
    withdraw: ['your withdrawal', 'dein Zurückziehen'],
    close: ['your “Close”', 'dein „Schließen“'],
    otherwise: ['what you did', 'deine Aktion'],
  },
} as const;

/** Says how a request stands that was decided while the act waited, and what is known of the act. */
function overtakenPhrase(context: MessageContext, outcome: keyof typeof overtaken.acts): Phrase {
  const act = say(sentenceFor(overtaken.theAct, context.waitingVerb ?? 'otherwise'));
  return inOneLine(standingPhrase(context), say(overtaken.acts[outcome], { act }));
}

function standingPhrase({ task, request }: MessageContext): Phrase {
  if (task === null || isOpen(task)) return say(overtaken.isStepOver);
  const { outcome } = task;
  if (outcome === 'granted') return say(overtaken.isGranted);
  if (outcome === 'denied') return say(overtaken.isDenied);
  return say(overtaken.isOver, { ended: { outcome, request } });
}

/** What came of a click: it was overtaken, or `otherwise`. */
function clickPhrase(
  context: MessageContext,
  otherwise: (actState: Exclude<ActionOutcome, keyof typeof overtaken.acts>) => Phrase,
): Phrase {
  const { actState } = context;
  const outcome = isOvertaken(actState) ? overtakenPhrase(context, actState) : otherwise(actState);
  return aboutActPhrase(context, outcome);
}

function isOvertaken(actState: ActionOutcome): actState is keyof typeof overtaken.acts {
  return Object.hasOwn(overtaken.acts, actState);
}

/**
 * To the person who clicked: why it is not done. `typed`: what they typed, given back if they
 * have to repeat the act. `actionId`: of one that may still arrive, so that the message says later
 * what came of it.
 */
export const actionRefused = message<{
  refusal: Refusal;
  typed?: string;
  actionId?: string;
}>()({
  kind: 'action-refused',
  buttons: [],
  links: 'request',
  quotes: ({ typed }) => (typed === undefined ? null : { kind: 'own-words', text: typed }),
  readers: 'clicker',
  waitsFor: 'nothing',
  changesWith: ({ actionId }) => (actionId === undefined ? [] : ['action']),
  sentences: { refused: ['{refusal:refusal}', '{refusal:refusal}'], aboutAct, overtaken },
  // It says what came since of an act that might still have arrived.
  says: ({ refusal }, context, { refused }) => [
    clickPhrase(context, (actState) =>
      actState === 'done'
        ? say(aboutAct.arrived)
        : say(refused, { refusal: context.actRefusal ?? refusal }),
    ),
  ],
});

/**
 * To the person who clicked: what it waits for. `canBeTakenBack`: it is a decision, which is not
 * sent if its person takes it back while it waits. `triedUntil`: in ISO 8601, after which it is not
 * sent any more; none where it is tried without end.
 */
export const actionWaiting = message<
  { actionId: string; canBeTakenBack?: boolean; triedUntil?: string } & WaitingMarks
>()({
  kind: 'action-waiting',
  buttons: ['take-back'],
  links: 'request',
  quotes: null,
  readers: 'clicker',
  waitsFor: 'action',
  changesWith: ['action'],
  sentences: {
    waits: {
      governance: [
        'The access service is not answering. I kept it and will do it when it is back.',
        'Der Zugriffsdienst antwortet nicht. Ich habe das gespeichert und mache es, sobald er wieder da ist.',
      ],
      refused: [
        'The access service refuses me, because my credentials are wrong. I kept it and will do it when that is mended. Tell {helpers}.',
        'Der Zugriffsdienst weist mich ab, weil meine Zugangsdaten nicht stimmen. Ich habe das gespeichert und mache es, sobald das behoben ist. Sag {helpers} Bescheid.',
      ],
      slack: [
        'Slack does not let me look people up. I kept it and will do it when it does.',
        'Slack lässt mich keine Personen nachschlagen. Ich habe das gespeichert und mache es, sobald es geht.',
      ],
      unshown: [
        'The access service accepted it, but does not show it yet. I will keep looking, and send it again if need be. This message changes when I know more.',
        'Der Zugriffsdienst hat das angenommen, zeigt es aber noch nicht. Ich sehe weiter nach und sende es nötigenfalls noch einmal. Diese Nachricht ändert sich, sobald ich mehr weiß.',
      ],
      behind: [
        'Somebody has just decided on this request, and I do not know yet what will come of it. I kept it and will go on when I know.',
        'Gerade hat jemand über diese Anfrage entschieden, und ich weiß noch nicht, was daraus wird. Ich habe das gespeichert und mache weiter, sobald ich es weiß.',
      ],
      unopened: [
        'I cannot open the way back to the access service that came with this step, most likely because WEBHOOK_KEY was changed. I kept it and will do it when an administrator has set the old key again, behind the new one with a comma between.',
        'Ich kann den Rückweg zum Zugriffsdienst nicht öffnen, der mit diesem Schritt kam, vermutlich weil WEBHOOK_KEY geändert wurde. Ich habe das gespeichert und mache es, sobald ein Administrator den alten Schlüssel wieder gesetzt hat, hinter dem neuen mit einem Komma dazwischen.',
      ],
      late: [
        'I checked it three times, and each time the check was too old before I could send it. I kept it and will check again.',
        'Ich habe das dreimal geprüft, und jedes Mal war die Prüfung zu alt, bevor ich es senden konnte. Ich habe es gespeichert und prüfe noch einmal.',
      ],
    },
    /** Where it is not tried without end. */
    triedUntil: [
      '[[I will try until {when:moment}, and not send it after that.]]',
      '[[Ich versuche es bis {when:moment} und schicke es danach nicht mehr.]]',
    ],
    /** In the place of that, when it waits no more. */
    over: {
      'perhaps-sent': [
        'It had to wait. I will not send it again, but an earlier attempt may still arrive.',
        'Das musste warten. Ich sende es nicht noch einmal, aber ein früherer Versuch kann noch ankommen.',
      ],
      done: ['It had to wait and is done now.', 'Das musste warten und ist jetzt erledigt.'],
      refused: [
        'It had to wait and was not done.',
        'Das musste warten und wurde nicht ausgeführt.',
      ],
      uncertain: [
        'It had to wait. I sent it, and do not know whether it was done. Look at the request before you do it again.',
        'Das musste warten. Ich habe es gesendet und weiß nicht, ob es ausgeführt wurde. Sieh dir die Anfrage an, bevor du es noch einmal machst.',
      ],
      'taken-back': [
        'You took it back while it waited. It was not sent.',
        'Du hast das zurückgenommen, während es wartete. Es wurde nicht gesendet.',
      ],
    },
    aboutAct,
    overtaken,
  },
  says: (body, context, { waits, triedUntil, over }) => [
    clickPhrase(context, (actState) =>
      actState === 'open'
        ? inOneLine(say(waits[waitingCause(body)]), say(triedUntil, { when: body.triedUntil }))
        : say(over[actState]),
    ),
  ],
});

/**
 * To the reviewer who decided: the call got no answer and was given up, but it was carried out
 * after all.
 */
export const decisionArrived = message()({
  kind: 'decision-arrived',
  buttons: [],
  links: 'none',
  quotes: null,
  readers: 'concerned',
  waitsFor: 'nothing',
  changesWith: [],
  sentences: aboutAct,
  says: (_body, context) => [aboutActPhrase(context, say(aboutAct.arrived))],
});

/** `verb`: what was refused. */
interface RefusalDetail extends Partial<HeldDetail> {
  readonly verb: ActionKind | 'settlement';
  readonly refusal: Refusal;
  readonly stepId?: string;
}

export const clickFacts = {
  /** What somebody wanted to do was not done, and why. */
  'click.refused': entry<RefusalDetail>()('composed'),
  /** `place`: where the person clicked, or where they surely see it. */
  'act.refused': news<KeyedMessage<BodyOf<typeof actionRefused>>, 'place'>()({
    tells: [asItSays('place', ({ context: { key } }) => key)],
  }),
  'act.waiting': news<KeyedMessage<BodyOf<typeof actionWaiting>>>()({
    tells: [{ ...asItSays('actor', ({ context: { key } }) => key), isReworded: true }],
  }),
  /** Its call got no answer and was given up, but it was carried out after all. */
  'decision.arrived': news<{ actionId: string }>()({
    tells: [
      tell('actor', decisionArrived, {
        key: ({ context: { actionId } }) => `decision-arrived:${actionId}`,
        body: () => ({}),
      }),
    ],
  }),
  /** The calls of several people got no answer, and nobody can tell whose was carried out. */
  'decision.unclear': news<{ actionId: string }>()({
    tells: [
      tell('actor', actionRefused, {
        key: ({ context: { actionId } }) => `perhaps-arrived:${actionId}`,
        body: () => ({ refusal: { code: 'perhaps-decided' } }) as const,
      }),
    ],
  }),
  /** The service refuses something that it offers. */
  'right.missing': news<{ verb: ActionKind }, 'administrators'>()({
    tells: [
      tell('administrators', trouble, {
        key: ({ context: { verb } }) => `missing-right:${verb}`,
        body: ({ context: { verb } }) => ({ what: 'missing-right', verb }) as const,
      }),
    ],
  }),
};

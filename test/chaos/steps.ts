/**
 * Long because every way through the bot is one step here.
 *
 * What people and the passing of time do: each step is brought about in quiet weather up to the
 * deed that meets the fault.
 */
import type { Outcome } from '../../sandbox/workspace/client.ts';
import {
  type Asked,
  actionsBlockOf,
  cardIn,
  clickCard,
  fieldId,
  fillForm,
} from '../support/asking.ts';
import { until } from '../support/bot-world.ts';
import type { Scene } from './scene.ts';

export interface Step {
  readonly name: string;
  /** Brings the company to where the deed can be done. */
  readonly prepare: (scene: Scene) => Promise<void>;
  /** The deed. Done again by a person who was told that it did not work. */
  readonly act: (scene: Scene) => Promise<Outcome>;
  /** When it has had its effect, in quiet weather. */
  readonly isDone: (scene: Scene) => boolean;
  /** What the acting person sees beside messages. */
  readonly shows?: (scene: Scene) => readonly string[];
  /** The call to the service on which it rests; null where it rests on none. */
  readonly service: { readonly method: string; readonly path: string } | null;
  /**
   * What whoever acts reads where nobody can know whether it was done: it is not done again, lest
   * it be done twice.
   */
  readonly uncertain?: string;
  /** A person who sees no result, or reads that it failed, does it again. */
  readonly isOpening?: true;
  /** Nobody does it: it falls due. */
  readonly isDue?: true;
  /** What failed is tried again that late. */
  readonly patienceMs?: number;
}

const hourMs = 3_600_000;
const done: Outcome = { ok: true };
const action = { method: 'POST', path: '/api/v1/tasks/*/action/*' } as const;
const grant = { method: 'POST', path: '/api/v1/task/grant' } as const;
const callback = { method: 'POST', path: '/api/v1/webhooks/callback/*' } as const;

const hears = (scene: Scene, person: string, words: string) =>
  scene.directMessages(person).some((text) => text.includes(words));

const noForm: Outcome = { ok: false, code: 'not_found', sentence: 'There is no form.' };

/**
 * On a busy machine a change of the form may come too late: it is filled in anew, as a person
 * would.
 */
async function filled(scene: Scene, asked: Asked): ReturnType<typeof fillForm> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await fillForm(scene, asked);
    } catch (error) {
      if (tries === 3) throw error;
      await closeForms(scene, asked.person);
    }
  }
}

async function asked(
  scene: Scene,
  { entitlement = 'platform write', app = 'git', seconds = 3_600 } = {},
): Promise<void> {
  const form = await filled(scene, { person: 'U0BEN', app, entitlement });
  const durationId = fieldId(scene, 'U0BEN', 'duration') ?? '';
  const duration = { [durationId]: { 'request.duration': String(seconds) } };
  const values = { ...form.values, ...duration };
  const outcome = await scene.client.submitView('U0BEN', form.viewId, values);
  if (!outcome.ok) throw new Error(outcome.sentence);
  await closeForms(scene, 'U0BEN');
  await until('the card is there', () => hears(scene, 'U0BEN', 'is with the reviewers'));
  await scene.settled(300);
}

async function granted(scene: Scene, { seconds = 3_600 } = {}): Promise<void> {
  await asked(scene, { seconds });
  const outcome = await clickCard(scene, 'U0ANA', await cardIn(scene, 'U0ANA'), 'review.approve');
  if (!outcome.ok) throw new Error(outcome.sentence);
  await until('it is granted', () => hears(scene, 'U0BEN', '✅ You have'));
  await scene.settled(300);
}

async function closeForms(scene: Scene, person: string): Promise<void> {
  for (const one of scene.client.openViews(person).toReversed())
    await scene.client.closeView(person, one.id);
}

async function withHome(scene: Scene, actionId: string): Promise<void> {
  await scene.client.openHome('U0BEN');
  await until(`Home has ${actionId}`, () => homeButton(scene, actionId));
}

function homeButton(scene: Scene, actionId: string) {
  const view = scene.client.home('U0BEN');
  const block = view?.blocks.find((one) =>
    JSON.stringify(one).includes(`"action_id":"${actionId}"`),
  );
  return view === null || block === undefined ? null : { viewId: view.id, blockId: block.block_id };
}

async function clickHome(scene: Scene, actionId: string): Promise<Outcome> {
  const place = homeButton(scene, actionId);
  // It is gone because the first click has counted.
  if (place === null) return done;
  return scene.client.act(
    'U0BEN',
    { kind: 'view', viewId: place.viewId },
    { blockId: place.blockId, actionId },
  );
}

/** The form that can be submitted, and is not waiting for an answer. */
const formOf = (scene: Scene, person: string) =>
  scene.client.openViews(person).findLast((one) => one.submit !== null && one.callbackId !== '');

async function submit(
  scene: Scene,
  person: string,
  values: Parameters<Scene['client']['submitView']>[2],
) {
  const form = formOf(scene, person);
  return form === undefined ? noForm : scene.client.submitView(person, form.id, values);
}

/** Whether the newest card has this button. */
function hasButton(scene: Scene, actionId: string): boolean {
  return JSON.stringify(scene.cards('U0ANA', 'C0REVIEWS').at(-1)?.blocks).includes(actionId);
}

/** Opens the form to pass a review on, from the card's menu. */
async function openReassigning(scene: Scene): Promise<void> {
  const card = await cardIn(scene, 'U0ANA');
  const { block_id: blockId, elements } = actionsBlockOf(card);
  const options = elements.flatMap((one) => (one.type === 'overflow' ? one.options : []));
  const entered = options.find((one) => one.text.text === 'Reassign')?.value ?? '';
  const place = { kind: 'message', conversationId: card.conversationId, ts: card.ts } as const;
  await scene.client.act('U0ANA', place, { blockId, actionId: 'card.more', entered });
  await until('the form', () => formOf(scene, 'U0ANA'));
}

export const steps: readonly Step[] = [
  {
    name: 'opening the form',
    prepare: async () => undefined,
    act: (scene) => scene.client.runCommand('U0BEN', 'C0GENERAL', '/request-access'),
    isDone: (scene) => formOf(scene, 'U0BEN') !== undefined,
    shows: (scene) => scene.client.openViews('U0BEN').map((view) => `U0BEN sees: ${view.title}`),
    service: null,
    isOpening: true,
  },
  {
    name: 'asking',
    prepare: async (scene) => void (await filled(scene, { person: 'U0BEN' })),
    act: async (scene) => {
      const values = {
        justification: { 'request.justification': 'INC-42: the timetable build is red' },
      };
      const outcome = await submit(scene, 'U0BEN', values);
      // The form is gone: Ben asks anew, where nothing came of it.
      return outcome === noForm ? done : outcome;
    },
    isDone: (scene) => hears(scene, 'U0BEN', 'is with the reviewers'),
    service: grant,
  },
  {
    name: 'approving',
    prepare: (scene) => asked(scene),
    act: async (scene) => clickCard(scene, 'U0ANA', await cardIn(scene, 'U0ANA'), 'review.approve'),
    isDone: (scene) => hears(scene, 'U0BEN', '✅ You have'),
    service: action,
  },
  {
    name: 'approving by webhook',
    async prepare(scene) {
      await asked(scene, { entitlement: 'crane', app: 'slip' });
      await until('the card can be decided', () => hasButton(scene, 'review.approve'));
      await scene.settled(300);
    },
    act: async (scene) => clickCard(scene, 'U0ANA', await cardIn(scene, 'U0ANA'), 'review.approve'),
    isDone: (scene) => hears(scene, 'U0BEN', '✅ You have'),
    service: callback,
  },
  {
    name: 'denying what nobody decided',
    async prepare(scene) {
      await asked(scene, { entitlement: 'crane', app: 'slip' });
      await until('the card can be decided', () => hasButton(scene, 'review.approve'));
      scene.letTimePass(22 * hourMs);
      await until('the owners are reminded', () =>
        ['U0ANA', 'U0CHEN'].every((person) =>
          hears(scene, person, 'This is waiting for your decision'),
        ),
      );
      await scene.settled(300);
    },
    async act(scene) {
      // Less than an hour is left of `webhook.answerWithin`.
      scene.letTimePass(1.1 * hourMs);
      return done;
    },
    isDone: (scene) => hears(scene, 'U0BEN', 'Nobody decided in time'),
    service: callback,
    isDue: true,
    patienceMs: 120_000,
  },
  {
    name: 'setting up by webhook',
    async prepare(scene) {
      await asked(scene, { entitlement: 'paint', app: 'slip' });
      await until('the card can be decided', () => hasButton(scene, 'review.approve'));
      await clickCard(scene, 'U0ANA', await cardIn(scene, 'U0ANA'), 'review.approve');
      await until('it can be set up', () => hasButton(scene, 'act.set-up'));
      await scene.settled(300);
      await clickCard(scene, 'U0CHEN', await cardIn(scene, 'U0ANA'), 'act.set-up');
      await until('the form', () => formOf(scene, 'U0CHEN'));
    },
    act: (scene) => submit(scene, 'U0CHEN', {}),
    isDone: (scene) => hears(scene, 'U0BEN', '✅ You have'),
    service: callback,
  },
  {
    name: 'denying',
    async prepare(scene) {
      await asked(scene);
      await clickCard(scene, 'U0ANA', await cardIn(scene, 'U0ANA'), 'review.deny');
      await until('the form for the reason', () => formOf(scene, 'U0ANA'));
    },
    act: (scene) => submit(scene, 'U0ANA', { reason: { reason: 'Not before the harvest' } }),
    isDone: (scene) => hears(scene, 'U0BEN', 'Not before the harvest'),
    service: action,
  },
  {
    name: 'reassigning',
    async prepare(scene) {
      await asked(scene);
      await openReassigning(scene);
    },
    act: (scene) =>
      submit(scene, 'U0ANA', {
        people: { people: ['U0CHEN'] },
        reason: { reason: 'Chen knows it' },
      }),
    isDone: (scene) => JSON.stringify(scene.cards('U0ANA', 'C0REVIEWS')).includes('<@U0CHEN>'),
    service: action,
    uncertain: 'Reason: uncertain.',
  },
  {
    name: 'withdrawing',
    async prepare(scene) {
      await asked(scene);
      await withHome(scene, 'request.withdraw');
    },
    act: (scene) => clickHome(scene, 'request.withdraw'),
    // On a busy machine the service closes it long before the card and the message follow.
    isDone: (scene) => hears(scene, 'U0BEN', 'You withdrew your request'),
    service: action,
  },
  {
    name: 'escalating',
    async prepare(scene) {
      await asked(scene, { entitlement: 'deploy' });
      await withHome(scene, 'request.escalate');
    },
    act: (scene) => clickHome(scene, 'request.escalate'),
    isDone: (scene) => scene.cards('U0ANA', 'C0INCIDENTS').length === 1,
    service: action,
  },
  {
    name: 'giving back',
    async prepare(scene) {
      await granted(scene);
      await withHome(scene, 'request.give-back');
    },
    act: (scene) => clickHome(scene, 'request.give-back'),
    isDone: (scene) => hears(scene, 'U0BEN', 'was given back'),
    service: { method: 'POST', path: '/api/v1/task/revoke' },
  },
  {
    name: 'extending',
    async prepare(scene) {
      // It does not end, by any clock, while it is being extended.
      await granted(scene, { seconds: 4 * 3_600 });
      await withHome(scene, 'request.extend');
      await clickHome(scene, 'request.extend');
      await until(
        'the form to extend',
        () => scene.client.openViews('U0BEN').at(-1)?.title === 'Extend access',
      );
    },
    async act(scene) {
      const values = { justification: { 'request.justification': 'The build is still red' } };
      const outcome = await submit(scene, 'U0BEN', values);
      return outcome === noForm ? done : outcome;
    },
    isDone: (scene) => scene.cards('U0ANA', 'C0REVIEWS').length === 2,
    service: grant,
  },
  {
    name: 'reminding',
    prepare: (scene) => asked(scene),
    async act(scene) {
      scene.letTimePass(1.1 * hourMs);
      return done;
    },
    isDone: (scene) =>
      ['U0ANA', 'U0FATIMA'].every((person) =>
        hears(scene, person, 'This is waiting for your decision'),
      ),
    service: { method: 'POST', path: '/api/v1/search/tasks' },
    isDue: true,
  },
  {
    name: 'warning of the end',
    prepare: granted,
    async act(scene) {
      scene.letTimePass(0.95 * hourMs);
      return done;
    },
    isDone: (scene) => hears(scene, 'U0BEN', ' ends '),
    service: { method: 'POST', path: '/api/v1/search/tasks' },
    isDue: true,
  },
  {
    name: 'ending',
    async prepare(scene) {
      await granted(scene);
      scene.letTimePass(0.95 * hourMs);
      await until('Ben is warned', () => hears(scene, 'U0BEN', ' ends '));
      await scene.settled(300);
    },
    async act(scene) {
      scene.letTimePass(0.2 * hourMs);
      return done;
    },
    isDone: (scene) => hears(scene, 'U0BEN', ' ended '),
    service: { method: 'POST', path: '/api/v1/grants/feed' },
    isDue: true,
  },
];

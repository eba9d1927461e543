/**
 * What changes in Slack behind the bot's back: people, channels, deleted messages, lost and late
 * messages, limits. Each of these is a method for tests in this process and `POST
 * /sandbox/<method>` for others. Nothing of it is kept in the data file.
 */
import { Hono } from 'hono';
import { z } from 'zod';
import type { Person } from './client.ts';
import type { AppDelivery, ReleaseOrder } from './delivery/app-delivery.ts';
import type { Conversation } from './state/directory.ts';
import type { WorkspaceState } from './state/workspace-state.ts';
import type { Allowance } from './web-api/rate-limits.ts';

const personChange = z.strictObject({
  kind: z.enum(['member', 'guest', 'deactivated', 'external']).optional(),
  name: z.string().optional(),
  email: z.string().optional(),
  timeZone: z.string().optional(),
  locale: z.string().optional(),
  /** The workspace that the person belongs to; null: Slack does not tell. */
  teamId: z.string().nullable().optional(),
  isEmailConfirmed: z.boolean().nullable().optional(),
  status: z.strictObject({ emoji: z.string(), expiration: z.int() }).nullable().optional(),
});

const channelChange = z.strictObject({
  name: z.string().optional(),
  isPrivate: z.boolean().optional(),
  /** With another company, with an invited one, with another workspace of ours, or with nobody. */
  shared: z.enum(['company', 'invited', 'organisation', 'nobody']).optional(),
  archived: z.boolean().optional(),
  hasBot: z.boolean().optional(),
  memberIds: z.array(z.string()).optional(),
});

const messageRef = z.strictObject({ conversationId: z.string(), ts: z.string() });
const allowance = z
  .strictObject({ burst: z.int().min(1), perSecond: z.number().positive() })
  .nullable();

type PersonChange = Readonly<z.infer<typeof personChange>>;
type ChannelChange = Readonly<z.infer<typeof channelChange>>;

export interface WorldControls {
  /** Throws for an unknown id. */
  setPerson(id: string, change: PersonChange): void;
  /** Throws for an unknown id. */
  setChannel(id: string, change: ChannelChange): void;
  /**
   * Somebody with the right to do so deletes a message. With replies it stays as a tombstone.
   * Throws for an unknown one.
   */
  deleteMessage(place: z.infer<typeof messageRef>): void;
  /** Ephemeral messages are answered with `ok: true`, and nobody sees them. */
  loseEphemerals(isLost: boolean): void;
  /**
   * Limits the messages of the whole workspace, beside the limits of `--rate-limits`; null: no such
   * limit.
   */
  limitPosting(limit: Allowance | null): void;
  /** Delivers what the fault `hold` kept back; returns how many deliveries these were. */
  releaseDeliveries(order?: ReleaseOrder): Promise<number>;
}

/** What a control names is not there. */
class NotThere extends Error {
  override readonly name = 'NotThere';
}

export function worldControls(state: WorkspaceState, delivery: AppDelivery): WorldControls {
  const { directory } = state;
  return {
    setPerson(id, change) {
      const before = directory.person(id);
      if (before === undefined) throw new NotThere(`There is no person ${id}.`);
      directory.putPerson(changedPerson(before, change));
    },
    setChannel(id, change) {
      const before = directory.channels.find((one) => one.id === id);
      if (before === undefined) throw new NotThere(`There is no channel ${id}.`);
      directory.putChannel(changedChannel(before, change));
      state.announce({ kind: 'conversation', conversationId: id, personId: null });
    },
    deleteMessage({ conversationId, ts }) {
      const message = state.messages.find(conversationId, ts);
      if (message === undefined)
        throw new NotThere(`There is no message ${ts} in ${conversationId}.`);
      state.messages.delete(message);
      state.announceMessage(message);
    },
    loseEphemerals(isLost) {
      state.losesEphemerals = isLost;
    },
    limitPosting(limit) {
      state.postingLimit = limit;
    },
    releaseDeliveries: (order = 'sent') => delivery.release(order),
  };
}

function changedPerson(before: Person, change: PersonChange): Person {
  return {
    ...before,
    kind: change.kind ?? before.kind,
    name: change.name ?? before.name,
    email: change.email ?? before.email,
    timeZone: change.timeZone ?? before.timeZone,
    locale: change.locale ?? before.locale,
    teamId: change.teamId === undefined ? before.teamId : change.teamId,
    isEmailConfirmed:
      change.isEmailConfirmed === undefined ? before.isEmailConfirmed : change.isEmailConfirmed,
    status: change.status === undefined ? before.status : change.status,
  };
}

function changedChannel(before: Conversation, change: ChannelChange): Conversation {
  return {
    ...before,
    name: change.name ?? before.name,
    isPrivate: change.isPrivate ?? before.isPrivate,
    shared: change.shared ?? before.shared,
    archived: change.archived ?? before.archived,
    hasBot: change.hasBot ?? before.hasBot,
    memberIds: change.memberIds ?? before.memberIds,
  };
}

/** By name: what the body is to be, and what is done with it. `id` comes from the address. */
const procedures: Readonly<Record<keyof WorldControls, Procedure>> = {
  setPerson: procedure(personChange, (world, change, id) => world.setPerson(id, change)),
  setChannel: procedure(channelChange, (world, change, id) => world.setChannel(id, change)),
  deleteMessage: procedure(messageRef, (world, place) => world.deleteMessage(place)),
  loseEphemerals: procedure(z.boolean(), (world, isLost) => world.loseEphemerals(isLost)),
  limitPosting: procedure(allowance, (world, limit) => world.limitPosting(limit)),
  releaseDeliveries: procedure(z.enum(['sent', 'reversed']), (world, order) =>
    world.releaseDeliveries(order),
  ),
};

type Procedure = (world: WorldControls, body: unknown, id: string) => unknown;

function procedure<Body extends z.ZodType>(
  body: Body,
  run: (world: WorldControls, body: z.infer<Body>, id: string) => unknown,
): Procedure {
  return (world, given, id) => run(world, body.parse(given), id);
}

export function worldControlRoutes(world: WorldControls): Hono {
  const routes = new Hono();
  for (const [name, run] of Object.entries(procedures)) {
    routes.post(`/${name}/:id?`, async (context) => {
      try {
        const body: unknown = await context.req.json();
        const result = await run(world, body, context.req.param('id') ?? '');
        return context.json({ result: result ?? null });
      } catch (error) {
        if (error instanceof NotThere) return context.json({ error: error.message }, 404);
        if (error instanceof z.ZodError)
          return context.json({ error: z.prettifyError(error) }, 400);
        if (error instanceof SyntaxError)
          return context.json({ error: 'The body must be JSON.' }, 400);
        throw error;
      }
    });
  }
  return routes;
}

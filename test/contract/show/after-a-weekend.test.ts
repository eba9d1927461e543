/**
 * A flood of what fell due at once. The database, the service and Slack answer at once here, so what
 * is proved is the pace of Slack's methods and the order of the jobs. Slack's limit of the whole
 * workspace, and pg-boss, are not in it.
 */

import { beforeEach, describe, expect, it } from 'vitest';
import { type ClockedBot, useClockedBot } from '../../support/clocked-bot.ts';
import { clockedRequest } from '../../support/clocked-request.ts';
import { multiplyRequest } from '../../support/multiplied-request.ts';
import { type RecordedCall, textIn } from '../../support/recorded-slack.ts';
import { actor, cardModel, entitlement, grantRow, noon, person } from '../../support/samples.ts';

const bot = useClockedBot();
const { submits, passes, cardOf, decides, closesAfter } = clockedRequest(bot);
const hour = 3_600_000;
const daySeconds = 86_400;
const fiveMinutes = 300_000;
const everybody = 300;
/** So many of each kind are read and written in the database. The others only call Slack. */
const stored = 2;

type Others = ClockedBot['others'];

/**
 * What is shown to a person after a weekend, as Slack gets it: who has the account, their language, a
 * post, and a line of the post before it. It is tried again from its beginning, except for the post.
 */
function callsOfOthers(): Others {
  const isKnown = new Set<string>();
  const isPosted = new Set<string>();
  const isClosed = new Set<string>();
  const empty = { mentions: new Map<string, string>(), away: new Set<string>(), sections: [] };
  const emergency = { channel: null, onCall: null };
  return (job, { chat, directory }) => {
    if (job.kind === 'update-card' && job.cardId.startsWith('U0O')) {
      const place = { channel: 'C0REVIEWS', ts: job.cardId };
      const grant = grantRow({ endedAt: noon, endedBy: 'expired' });
      return chat.updateCard(place, cardModel({ grant })).then(() => undefined);
    }
    if (job.kind !== 'show-asking' || !job.askingId.startsWith('U0O')) return null;
    const readerId = job.askingId;
    return (async () => {
      // Who somebody is, is known for ten minutes.
      if (!isKnown.has(readerId)) await directory.person(readerId, 'in-turn');
      isKnown.add(readerId);
      const content = { ...empty, readerId, reader: 'requester', emergency, list: null } as const;
      const rendered = { ...(await chat.renderPost(content)), text: 'Your access ends.' };
      const to = { askingId: readerId, readerId, isUrgent: false, claim: readerId };
      if (!isPosted.has(readerId)) await chat.sendPost(to, rendered);
      isPosted.add(readerId);
      const before = { channel: `D${readerId}`, ts: readerId };
      if (!isClosed.has(readerId)) await chat.updatePost(before, rendered, false);
      isClosed.add(readerId);
    })();
  };
}

/** They look at what they have, because of the clock. */
function lookNow(ids: readonly string[]): void {
  for (const askingId of ids) bot().jobs.add({ kind: 'show-asking', askingId });
}

/** It is noted that half of them were warned, and that the others lost it, which their cards show. */
function endsAreNoted(ids: readonly string[]): void {
  for (const cardId of ids.slice(ids.length / 2)) bot().jobs.add({ kind: 'update-card', cardId });
  lookNow(ids);
}

const otherIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `U0O${index}`);

/** This person has access for so many days. */
async function granted(handle: string, days: number): Promise<void> {
  const durationSeconds = days * daySeconds;
  const task = {
    id: `task-${handle}`,
    target: person(`user-${handle}`),
    grantDurationSeconds: durationSeconds,
  };
  const form = {
    key: `view-${handle}`,
    requester: actor(`U0${handle.toUpperCase()}`),
    durationSeconds,
    entitlements: [entitlement({ longestSeconds: 7 * daySeconds })],
  };
  const id = await submits(form, task);
  await passes(1_000);
  closesAfter(0);
  await decides(id, 'approve');
  await passes(5_000);
}

/** Several have what this person has; their process is stopped before anything falls due. */
async function multiplied(handle: string): Promise<void> {
  const { desk, jobs } = bot();
  for (const askingId of await multiplyRequest(desk.kysely, handle, stored))
    jobs.add({ kind: 'show-asking', askingId });
  for (let turn = 2; turn <= stored; turn += 1)
    desk.governance.people.set(`${handle}${turn}@acme.example`, person(`user-${handle}${turn}`));
}

const isPost = ({ method, ts }: RecordedCall): boolean =>
  method === 'chat.postMessage' && ts !== null;

beforeEach(() => {
  const { governance } = bot().desk;
  governance.operations.add('userGrants');
  bot().others = callsOfOthers();
  governance.held = { isHeld: false, endsAt: null };
});

describe('a bot that was stopped over a weekend', () => {
  it('tells 300 people what fell due within five minutes', async () => {
    const { desk, jobs, slack } = bot();
    await granted('ben', 3);
    await granted('dee', 1);
    desk.world.pass(70 * hour);
    slack.calls.length = 0;
    const ids = otherIds(everybody - 2 * stored);
    lookNow(ids.slice(0, ids.length / 2));
    for (const handle of ['ben', 'dee']) await multiplied(handle);
    lookNow(ids.slice(ids.length / 2));
    endsAreNoted(ids);
    bot().restart();
    const postsTo = (readers: RegExp): readonly RecordedCall[] =>
      slack.calls.filter((call) => isPost(call) && readers.test(textIn(call.args, 'channel')));
    const told = (): ReadonlySet<string> =>
      new Set(postsTo(/^U0(?:O|BEN|DEE)\d*$/).map(({ args }) => textIn(args, 'channel')));
    expect(await jobs.until(() => told().size === everybody, fiveMinutes)).toBe(true);
    const wordsTo = (readers: RegExp): readonly string[] =>
      postsTo(readers).map(({ args }) => /\bend(?:s|ed)\b/.exec(textIn(args, 'text'))?.[0] ?? '');
    expect(wordsTo(/^U0BEN/)).toEqual(['ends', 'ends']);
    expect(wordsTo(/^U0DEE/)).toEqual(['ended', 'ended']);
    expect(slack.refused).toEqual([]);
    expect(jobs.givenUp).toEqual([]);
  });

  it('updates a card within two seconds that is decided on meanwhile', async () => {
    const { jobs, slack } = bot();
    const requestId = await submits();
    await passes(11_000);
    lookNow(otherIds(everybody));
    endsAreNoted(otherIds(everybody));
    await passes(30_000);
    closesAfter(0);
    slack.calls.length = 0;
    await decides(requestId, 'approve');
    const { ts } = await cardOf(requestId);
    const isUpdate = ({ method, args }: RecordedCall): boolean =>
      method === 'chat.update' && textIn(args, 'ts') === ts;
    expect(await jobs.until(() => slack.calls.some(isUpdate), 2_000)).toBe(true);
  });
});

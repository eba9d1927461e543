import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  actionsBlockOf,
  ask,
  cardIn,
  clickCard,
  fillForm,
  openDetails,
  typeTime,
  wordsOf,
} from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { testSettings } from '../support/test-settings.ts';

describe('acting on a request from its card', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const settings = testSettings();
    const apps = settings.apps.map((app) => ({ ...app, durationsSeconds: [1_800, 3_600] }));
    world = await openWorld({ settings: { ...settings, apps } });
    const form = await fillForm(world, { person: 'U0BEN', entitlement: 'pipeline secrets' });
    const values = { ...form.values, ...(await typeTime(world, 'U0BEN', '1h')) };
    await world.client.submitView('U0BEN', form.viewId, values);
    await world.client.closeView('U0BEN', form.viewId);
    await cardIn(world, 'U0ANA');
  });
  afterAll(() => world?.close());

  const card = () => cardIn(world, 'U0ANA');
  /**
   * Picks something from the menu of the card, and gives the window that opens when it has become
   * what it is to be.
   */
  async function choose(person: string, label: string) {
    const message = await card();
    const { block_id: blockId, elements } = actionsBlockOf(message);
    const options = elements.flatMap((one) => (one.type === 'overflow' ? one.options : []));
    const entered = options.find((one) => one.text.text === label)?.value ?? label;
    const place = {
      kind: 'message',
      conversationId: message.conversationId,
      ts: message.ts,
    } as const;
    const done = await world.client.act(person, place, { blockId, actionId: 'card.more', entered });
    expect(done).toEqual({ ok: true });
    return until('the window', () =>
      world.client
        .openViews(person)
        .findLast((one) => !JSON.stringify(one.blocks).includes('Checking')),
    );
  }

  it('asks the requester directly, who answers with a button, and shows both on the card', async () => {
    const form = await choose('U0ANA', 'Ask the requester');
    expect(form.title).toBe('Ask the requester');
    expect(JSON.parse(form.privateMetadata)).toMatchObject({
      occurrence: expect.stringMatching(/^.+\/0\/2/),
    });
    expect(
      await world.client.submitView('U0ANA', form.id, { reason: { reason: 'Which cluster?' } }),
    ).toEqual({
      ok: true,
    });
    await world.told('U0BEN', 'Which cluster?');
    const dm = world.client.conversations('U0BEN').find((one) => one.kind === 'dm')?.id ?? '';
    const question = await until('the question', () =>
      world.client.messages('U0BEN', dm).find((one) => wordsOf(one).includes('Which cluster?')),
    );
    const place = { kind: 'message', conversationId: dm, ts: question.ts } as const;
    await world.client.act('U0BEN', place, { blockId: 'post', actionId: 'request.answer' });
    const answer = await until('the form for the answer', () =>
      world.client.openViews('U0BEN').at(-1),
    );
    expect(wordsOf({ text: '', blocks: answer.blocks })).toContain('Which cluster?');
    await world.client.submitView('U0BEN', answer.id, { reason: { reason: 'The blue one' } });
    await world.told('U0ANA', 'The blue one');
    await until('it asks no more', () =>
      world.client
        .messages('U0BEN', dm)
        .some((one) => one.ts === question.ts && !JSON.stringify(one).includes('request.answer')),
    );
    await until('the card has both', () =>
      ['Which cluster?', 'The blue one'].every((words) =>
        wordsOf(world.cards('U0ANA', 'C0REVIEWS').at(-1) ?? { text: '', blocks: [] }).includes(
          words,
        ),
      ),
    );
    const comments = world.governance
      .requests()
      .filter((call) => call.path.endsWith('/action/comment'));
    expect(comments.map((call) => JSON.stringify(call.body))).toEqual([
      expect.stringContaining('Which cluster?'),
      expect.stringContaining('The blue one'),
    ]);
  });
});

describe('a denial', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world?.close());

  it('takes a reason that is picked, typed or both, and offers the requester to ask again', async () => {
    await ask(world, { person: 'U0BEN' });
    await clickCard(world, 'U0ANA', await cardIn(world, 'U0ANA'), 'review.deny');
    const form = await until('the form for the reason', () =>
      world.client.openViews('U0ANA').findLast((one) => one.submit !== null),
    );
    const submit = (reason: string, picked: string[]) =>
      world.client.submitView('U0ANA', form.id, {
        reason: { reason },
        'ready-reasons': { 'ready-reasons': picked },
      });
    expect(await submit(' ', [])).toMatchObject({ ok: false, code: 'view_errors' });
    expect(world.client.openViews('U0ANA').at(-1)?.errors).toMatchObject({
      reason: 'A reason is needed here. Say in a sentence why.',
    });
    const picked = ['shorter-time', 'less-access'];
    expect(await submit('Read is what the build needs.', picked)).toEqual({ ok: true });
    const said = 'Less access is enough. Ask for a shorter time. Read is what the build needs.';
    await world.told('U0BEN', said);
    const task = world.governance.tasks().find((one) => one.identityUserId === 'user-ben');
    expect(JSON.stringify(task)).toContain(said);
    const dm = world.client.conversations('U0BEN').find((one) => one.kind === 'dm')?.id ?? '';
    const message = await until('the message of the denial', () =>
      world.client.messages('U0BEN', dm).find(({ text }) => text.includes(said)),
    );
    await clickCard(world, 'U0BEN', message, 'request.again');
    const again = await until('the form is filled in', () =>
      world.client.openViews('U0BEN').at(-1),
    );
    expect(JSON.stringify(again.blocks)).toContain('INC-42: the timetable build is red');
  });
});

describe('a request for a confidential app', () => {
  let world: BotWorld;
  beforeAll(async () => {
    const settings = testSettings();
    const apps = settings.apps.map((app) => ({ ...app, confidential: true }));
    world = await openWorld({ settings: { ...settings, apps } });
  });
  afterAll(() => world?.close());

  it('shows number, app and state in the channel, and the rest only to the people involved', async () => {
    await ask(world, { person: 'U0BEN', justification: 'the payroll is late' });
    const card = await cardIn(world, 'U0GORAN');
    expect(card.text).toMatch(/^🔒 #\d+ · GitHub: Waiting for a decision$/);
    const unknownReader = 'I could not find out in time whether you may see this.';
    const detailsFor = async (person: string) => {
      const view = await openDetails(world, person, card);
      return wordsOf({ text: '', blocks: view.blocks });
    };
    /** On a busy machine who they are is known at the next look. */
    const knownDetailsFor = async (person: string) => {
      for (let look = 1; ; look += 1) {
        const words = await detailsFor(person);
        if (!words.includes(unknownReader) || look === 10) return words;
      }
    };
    expect(await knownDetailsFor('U0GORAN')).toContain('This is confidential');
    for (const person of ['U0ANA', 'U0BEN', 'U0HANA'])
      expect(await knownDetailsFor(person)).toContain('the payroll is late');
    await clickCard(world, 'U0GORAN', card, 'review.approve');
    const refusal = await until('the refusal beside the card', () =>
      world.client.messages('U0GORAN', 'C0REVIEWS').findLast((one) => one.ephemeral),
    );
    expect(wordsOf(refusal)).toMatch(
      /^\*GitHub\* \(#\d+\): This is for others to do\.\n<[^>]*\|See request>$/,
    );
    await clickCard(world, 'U0GORAN', card, 'review.deny');
    const windowWith = (person: string, words: string) => () =>
      world.client
        .openViews(person)
        .findLast(
          ({ title, blocks }) => title === 'Deny' && JSON.stringify(blocks).includes(words),
        );
    await until('no form for strangers', windowWith('U0GORAN', 'This is confidential'));
    world.governance.fault({ method: '*', path: '*', times: 1_000, kind: 'status', status: 503 });
    expect(await detailsFor('U0EMIL')).toContain(unknownReader);
    await clickCard(world, 'U0EMIL', card, 'review.deny');
    const form = await until('a form that names nothing', windowWith('U0EMIL', 'This request'));
    expect(wordsOf({ text: '', blocks: form.blocks })).not.toMatch(/platform|ben/i);
    world.governance.clearFaults();
    await clickCard(world, 'U0ANA', card, 'review.approve');
    await until('it is granted', () =>
      world.cards('U0GORAN', 'C0REVIEWS').at(-1)?.text.endsWith('GitHub: Granted'),
    );
    await world.quiet();
    const posts = world.slack
      .calls()
      .filter((call) => JSON.stringify(call.args).startsWith('{"channel":"C0REVIEWS"'));
    expect(posts.length).toBeGreaterThan(1);
    expect(JSON.stringify(posts)).not.toMatch(/the payroll|platform|U0BEN|U0ANA/i);
  });
});

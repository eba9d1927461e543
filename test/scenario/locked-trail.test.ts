import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, cardOfPerson, clickCard, filledIn, fillForm } from '../support/asking.ts';
import { BotWorld, findOption, until } from '../support/bot-world.ts';
import { postgresEngine, type ServerDatabase } from '../support/database.ts';
import { timed } from '../support/own-time.ts';

const slackWaitsMs = 3_000;
const decided = ['U0BEN', 'U0TESS', 'U0EMIL'];
const submitting = ['U0LIAM', 'U0DARA'];

const userOf = (person: string) => person.replace('U0', 'user-').toLowerCase();

describe('while an operator holds a lock on the audit trail', () => {
  let place: ServerDatabase;
  let world: BotWorld;
  let holder: pg.Client;

  beforeAll(async () => {
    place = await postgresEngine.open();
    world = await BotWorld.start({ database: place.settings });
    holder = new pg.Client({ connectionString: place.settings.url });
    await holder.connect();
  });
  afterAll(async () => {
    await holder.end();
    await world.close();
    await place.close();
  });

  it('clicks are kept, who submits hears that nothing was, forms open, and what was kept is carried out afterwards', async () => {
    for (const person of decided) await ask(world, { person });
    const cards = await Promise.all(
      decided.map((person) => until('their card', () => cardOfPerson(world, 'U0ANA', person))),
    );
    // The cards do not change any more.
    await world.quiet();
    const forms = await Promise.all(submitting.map((person) => fillForm(world, { person })));
    const submit = (index: number) => {
      const { viewId = '', values = {} } = forms[index] ?? {};
      return world.client.submitView(submitting[index] ?? '', viewId, values);
    };

    await holder.query('begin; lock table audit in access exclusive mode');
    const clicks = cards.map((card) => clickCard(world, 'U0ANA', card, 'review.approve'));
    const submissions = submitting.map((_person, index) => timed(() => submit(index)));
    const command = await timed(() =>
      world.client.runCommand('U0HANA', 'C0GENERAL', '/request-access'),
    );
    expect(command.ms).toBeLessThan(slackWaitsMs);
    await until('the form opens', () => world.client.openViews('U0HANA').at(-1));
    const app = { block: 'app', action: 'request.app' };
    expect(await findOption(world, 'U0HANA', app, 'git')).toEqual(expect.anything());
    expect(await Promise.all(clicks)).toEqual(decided.map(() => ({ ok: true })));
    for (const { answer, ms } of await Promise.all(submissions)) {
      expect(JSON.stringify(answer)).toContain('This was not saved, so nothing was submitted.');
      expect(ms).toBeLessThan(slackWaitsMs);
    }
    // Again, now that the bot knows of the lock.
    expect(await submit(0)).toMatchObject({ ok: false });

    await holder.query('rollback');
    for (const person of decided)
      await until(`${person} has the access`, () =>
        world.tasksOf(userOf(person)).find(({ state }) => state === 'closed'),
      );
    for (const person of decided) await world.told(person, 'You have');
    expect(submitting.flatMap((person) => world.tasksOf(userOf(person)))).toEqual([]);
    expect(await Promise.all([submit(0), submit(1)])).toEqual([
      expect.objectContaining({ ok: true }),
      expect.objectContaining({ ok: true }),
    ]);
    for (const person of submitting) {
      expect(filledIn(world, person)).toContain('Submitted.');
      await until('one task', () => world.tasksOf(userOf(person)).length === 1);
    }
  });
});

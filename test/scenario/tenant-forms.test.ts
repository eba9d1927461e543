import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ask, fillForm, wordsOf } from '../support/asking.ts';
import { type BotWorld, until } from '../support/bot-world.ts';
import { openWorld } from '../support/open-world.ts';
import { signedClick } from '../support/signed-payload.ts';
import { governanceWith, testApp, testSettings } from '../support/test-settings.ts';

const app = (id: string, name: string, resourceTypeId: string, resourceId: string) =>
  testApp({ id, name, resources: [{ resourceTypeId, resourceId }] });
const settings = testSettings({
  governance: governanceWith('requestSchemas'),
  apps: [
    app('app-bellbuoy', 'Bellbuoy', 'schedule', 'drills'),
    app('app-snowflake', 'Snowflake', 'warehouse', 'passenger'),
    app('app-seasick', 'Seasick', 'queue', 'lost-and-found'),
  ],
});

describe('forms that the tenant requires', () => {
  let world: BotWorld;
  beforeAll(async () => {
    world = await openWorld({ settings });
  });
  afterAll(() => world?.close());
  const taskOf = (identityUserId: string) =>
    world.governance.tasks().findLast((task) => task.identityUserId === identityUserId);

  it('become questions in the request form, whose answers are sent in requestData', async () => {
    const form = await fillForm(world, { person: 'U0TESS', app: 'snowflake', entitlement: 'pii' });
    const console = `<${new URL(settings.governance.taskUrl ?? '').origin}|governance console>`;
    expect(JSON.stringify(world.form('U0TESS').blocks)).toContain(
      `*Signed consent* can be answered in the ${console} only.`,
    );
    expect(JSON.stringify(world.form('U0TESS').blocks)).toContain('*Register*: passengers');
    const submit = (number: string) => {
      const answers = {
        'answer.caseNumber': { 'request.answer': number },
        'answer.witness': { 'request.answer': 'U0ANA' },
      };
      return world.client.submitView('U0TESS', form.viewId, { ...form.values, ...answers });
    };
    expect(await submit('1234')).toMatchObject({
      errors: { 'answer.caseNumber': 'Write it in the form PC-1234.' },
    });
    expect(await submit('PC-1234')).toEqual({ ok: true });
    await until('the task', () => taskOf('user-tess'));
    expect(taskOf('user-tess')?.requestData).toEqual({
      caseNumber: 'PC-1234',
      register: 'passengers',
      witness: 'user-ana',
    });
    const card = await until('the card', () =>
      world.cards('U0ANA', 'C0REVIEWS').find((one) => wordsOf(one).includes('PC-1234')),
    );
    expect(wordsOf(card)).toContain('Case number');
    expect(wordsOf(card)).not.toContain('caseNumber');
    expect(wordsOf(card)).toMatch(/Who has seen it: \s*Ana Lindqvist/);
    await world.client.closeView('U0TESS', world.form('U0TESS').id);
  });

  const drillCard = () =>
    world.cards('U0ANA', 'C0REVIEWS').find((one) => wordsOf(one).includes('Drill with a form'));

  it('are announced to the people who fill them in as a step, and filled in from the message', async () => {
    await ask(world, { person: 'U0BEN', app: 'bellbuoy', entitlement: 'drill form' });
    const due = await until('the message', () =>
      world.client
        .messages('U0BEN', 'D0BEN')
        .find((message) => wordsOf(message).includes('after you fill in a form')),
    );
    expect(world.directMessages('U0BEN').join('\n')).not.toContain('is with the reviewers');
    const card = await until('the card', () => drillCard());
    expect(wordsOf(card)).toContain('Waiting for <@U0BEN> to fill in a form.');
    const container = { kind: 'message', conversationId: 'D0BEN', ts: due.ts } as const;
    await world.client.act('U0BEN', container, { blockId: 'post', actionId: 'request.fill-in' });
    const { id: viewId } = await until('the form', () => world.client.openViews('U0BEN').at(-1));
    const day = new Date().toISOString().slice(0, 10);
    const typed = {
      'answer.place': { 'request.answer': 'Seal Bay' },
      'answer.kind': { 'request.answer': 'choice-1' },
      'answer.when': { 'request.answer': day },
      'answer.contact': { 'request.answer': 'ben@strait.example' },
    };
    const people = (count: string) => ({ ...typed, 'answer.people': { 'request.answer': count } });
    expect(await world.client.submitView('U0BEN', viewId, people('61'))).toMatchObject({
      errors: { 'answer.people': 'At most 60.' },
    });
    expect(await world.client.submitView('U0BEN', viewId, people('12'))).toEqual({ ok: true });
    await until('the review', () => taskOf('user-ben')?.stepApproverIds.includes('user-ana'));
    expect(taskOf('user-ben')?.requestData).toEqual({
      place: 'Seal Bay',
      kind: 'leak',
      people: 12,
      // The form's own default, which nobody changed.
      alarm: false,
      when: day,
      contact: 'ben@strait.example',
    });
    await until('the card', () => wordsOf(drillCard() ?? card).includes('*Waiting for* <@U0ANA>'));
  });

  it('open for nobody else, whatever they send', async () => {
    await ask(world, { person: 'U0DARA', app: 'bellbuoy', entitlement: 'drill form' });
    const due = await until('the message', () =>
      world.client
        .messages('U0DARA', 'D0DARA')
        .find((message) => wordsOf(message).includes('after you fill in a form')),
    );
    const card = await until('the card', () => drillCard());
    const value = /"action_id":"request.fill-in".*?"value":"([^"]*)"/.exec(
      JSON.stringify(due.blocks),
    )?.[1];
    expect(value).toBeDefined();
    await world.quiet();
    const before = world.slack.calls().length;
    for (const person of ['U0MINA', 'U0VERA'])
      await signedClick(world, person, card, { action_id: 'request.fill-in', value });
    await world.quiet();
    const methods = world.slack
      .calls()
      .slice(before)
      .map(({ method }) => method);
    expect(methods).not.toContain('views.open');
  });
});

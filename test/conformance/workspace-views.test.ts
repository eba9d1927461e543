import { describe, expect, test } from 'vitest';
import {
  dig,
  freshTrigger,
  modal,
  openModal,
  option,
  pick,
  plain,
  refused,
  textInput,
  useRig,
} from './workspace-rig.ts';

const slack = useRig();

function views(personId = 'U0ANA') {
  return slack.workspace.client.openViews(personId);
}

describe('views.open', () => {
  test('puts a modal before the person whose trigger it is, and answers with the whole view', async () => {
    const view = modal([textInput('why')], { callback_id: 'request', private_metadata: 'meta' });
    const answer = await slack.call('views.open', { trigger_id: await freshTrigger(slack), view });
    expect(answer).toMatchObject({
      ok: true,
      view: {
        team_id: 'T0ACME',
        type: 'modal',
        callback_id: 'request',
        private_metadata: 'meta',
        title: { type: 'plain_text', text: 'Request access' },
        submit: { text: 'Send' },
        close: null,
        state: { values: { why: { value: { type: 'plain_text_input', value: null } } } },
        previous_view_id: null,
        app_id: 'A0ACCESSBOT',
        bot_id: 'B0ACCESSBOT',
        clear_on_close: false,
        notify_on_close: false,
      },
    });
    expect(dig(answer, 'view', 'root_view_id')).toBe(pick(answer, 'view', 'id'));
    expect(views()).toMatchObject([
      { title: 'Request access', submit: 'Send', close: null, callbackId: 'request' },
    ]);
    expect(views('U0BEN')).toEqual([]);
  });

  test('takes the view as a JSON string too', async () => {
    const args = { trigger_id: await freshTrigger(slack), view: modal([]) };
    expect(await slack.call('views.open', args, 'form')).toMatchObject({ ok: true });
  });

  test('a trigger works once', async () => {
    const trigger = await freshTrigger(slack);
    await slack.call('views.open', { trigger_id: trigger, view: modal([]) });
    expect(await slack.call('views.open', { trigger_id: trigger, view: modal([]) })).toMatchObject(
      refused('exchanged_trigger_id'),
    );
  });

  test('a trigger works for three seconds', async () => {
    const inTime = await freshTrigger(slack);
    slack.clock.advance(3_000);
    expect(await slack.call('views.open', { trigger_id: inTime, view: modal([]) })).toMatchObject({
      ok: true,
    });
    const late = await freshTrigger(slack);
    slack.clock.advance(3_001);
    expect(await slack.call('views.open', { trigger_id: late, view: modal([]) })).toMatchObject(
      refused('expired_trigger_id'),
    );
  });

  test('an invented trigger is invalid', async () => {
    expect(
      await slack.call('views.open', { trigger_id: '1.2.abc', view: modal([]) }),
    ).toMatchObject(refused('invalid_trigger_id'));
  });

  test('a refused view does not use up the trigger', async () => {
    const trigger = await freshTrigger(slack);
    const broken = modal([], { title: plain('x'.repeat(25)) });
    expect(await slack.call('views.open', { trigger_id: trigger, view: broken })).toEqual({
      ok: false,
      error: 'invalid_arguments',
      response_metadata: {
        messages: ['[ERROR] must be less than 25 characters [json-pointer:/view/title/text]'],
      },
    });
    expect(await slack.call('views.open', { trigger_id: trigger, view: modal([]) })).toMatchObject({
      ok: true,
    });
  });

  test('names what is missing, and refuses a Home view', async () => {
    const trigger = await freshTrigger(slack);
    expect(await slack.call('views.open', { view: modal([]) })).toMatchObject({
      response_metadata: { messages: ['[ERROR] missing required field: trigger_id'] },
    });
    expect(await slack.call('views.open', { trigger_id: trigger })).toMatchObject({
      response_metadata: { messages: ['[ERROR] missing required field: view'] },
    });
    expect(
      await slack.call('views.open', { trigger_id: trigger, view: { type: 'home', blocks: [] } }),
    ).toMatchObject({
      response_metadata: { messages: ['[ERROR] unsupported type: home [json-pointer:/view/type]'] },
    });
  });
});

describe('views.update', () => {
  test('keeps the id, changes the hash and what is shown', async () => {
    const id = await openModal(slack, modal([]));
    const [before] = views();
    const answer = await slack.call('views.update', {
      view_id: id,
      view: modal([], { title: plain('Other') }),
    });
    expect(answer).toMatchObject({ ok: true, view: { id } });
    expect(views()).toMatchObject([{ id, title: 'Other' }]);
    expect(views()[0]?.hash).not.toBe(before?.hash);
  });

  test('a hash that has changed meanwhile is a conflict', async () => {
    const id = await openModal(slack, modal([]));
    const hash = views()[0]?.hash;
    const update = () => slack.call('views.update', { view_id: id, hash, view: modal([]) });
    expect(await update()).toMatchObject({ ok: true });
    expect(await update()).toMatchObject(refused('hash_conflict'));
  });

  test('needs an id, and a view that is open', async () => {
    const id = await openModal(slack, modal([]));
    expect(await slack.call('views.update', { view: modal([]) })).toMatchObject({
      response_metadata: { messages: ['[ERROR] missing required field: view_id'] },
    });
    await slack.workspace.client.closeView('U0ANA', id);
    expect(await slack.call('views.update', { view_id: id, view: modal([]) })).toMatchObject(
      refused('not_found'),
    );
  });

  test('inputs with unchanged ids keep their values, and inputs with new ids start empty', async () => {
    const select = (blockId: string, options: string[]) => ({
      type: 'input',
      block_id: blockId,
      label: plain('How long'),
      element: {
        type: 'static_select',
        action_id: 'value',
        options: options.map((one) => option(one)),
      },
    });
    const id = await openModal(
      slack,
      modal([textInput('why'), textInput('who'), select('long', ['1h', '4h'])]),
    );
    slack.workspace.client.fill('U0ANA', id, {
      why: { value: 'fog' },
      who: { value: 'me' },
      long: { value: '4h' },
      nowhere: { value: 'passed over' },
    });
    const next = [
      textInput('why', { initial_value: 'ignored' }),
      textInput('who-2', { initial_value: 'fresh' }),
      select('long', ['1h', '4h', '1d']),
    ];
    await slack.call('views.update', { view_id: id, view: modal(next) });
    expect(views()[0]?.state).toMatchObject({
      why: { value: { value: 'fog' } },
      'who-2': { value: { value: 'fresh' } },
      long: { value: { selected_option: { value: '4h' } } },
    });
    await slack.call('views.update', { view_id: id, view: modal([select('long', ['1h', '1d'])]) });
    expect(views()[0]?.state).toEqual({
      long: { value: { type: 'static_select', selected_option: null } },
    });
  });
});

import { describe, expect, test } from 'vitest';
import type { EnteredValues } from '../../sandbox/workspace/client.ts';
import { dig, modal, openModal, plain, textInput, useRig, usualAckMs } from './workspace-rig.ts';

const slack = useRig();

const why = { why: { value: 'INC-42' } };

function submit(viewId: string, values: EnteredValues = why) {
  return slack.workspace.client.submitView('U0ANA', viewId, values);
}

function views() {
  return slack.workspace.client.openViews('U0ANA');
}

/** Answers a submission with this, and everything else with an empty ack. */
function ackSubmissionsWith(body: unknown): void {
  slack.answerWith(({ payload }) => (dig(payload, 'type') === 'view_submission' ? { body } : {}));
}

describe('submitting', () => {
  test('tells the app the whole view with its state', async () => {
    const id = await openModal(
      slack,
      modal([textInput('why')], { callback_id: 'request', private_metadata: 'pm' }),
    );
    expect(await submit(id)).toEqual({ ok: true });
    expect(slack.told.at(-1)?.payload).toMatchObject({
      type: 'view_submission',
      user: { id: 'U0ANA', name: 'ana', team_id: 'T0ACME' },
      team: { id: 'T0ACME', domain: 'acme' },
      trigger_id: expect.any(String),
      response_urls: [],
      view: {
        id,
        callback_id: 'request',
        private_metadata: 'pm',
        hash: expect.any(String),
        root_view_id: id,
        state: { values: { why: { value: { type: 'plain_text_input', value: 'INC-42' } } } },
      },
    });
  });

  test('an empty ack closes the view, and shows the one below', async () => {
    const root = await openModal(slack, modal([textInput('why')]));
    ackSubmissionsWith({ response_action: 'push', view: modal([textInput('why')]) });
    await submit(root);
    expect(views()).toHaveLength(2);
    ackSubmissionsWith('');
    await submit(views()[1]?.id ?? '');
    expect(views().map((view) => view.id)).toEqual([root]);
  });

  test('response_action clear closes them all', async () => {
    const root = await openModal(slack, modal([textInput('why')]));
    ackSubmissionsWith({ response_action: 'push', view: modal([textInput('why')]) });
    await submit(root);
    ackSubmissionsWith({ response_action: 'clear' });
    await submit(views()[1]?.id ?? '');
    expect(views()).toEqual([]);
  });

  test('response_action update shows another view in its place, with a new hash', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    const hash = views()[0]?.hash;
    ackSubmissionsWith({
      response_action: 'update',
      view: modal([], { title: plain('Thank you') }),
    });
    expect(await submit(id)).toEqual({ ok: true });
    expect(views()).toMatchObject([{ id, title: 'Thank you', busy: false }]);
    expect(views()[0]?.hash).not.toBe(hash);
  });

  test('response_action errors shows them at the fields, and keeps what was entered', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    ackSubmissionsWith({ response_action: 'errors', errors: { why: 'Too short a story.' } });
    expect(await submit(id)).toEqual({
      ok: false,
      code: 'view_errors',
      sentence: 'Some fields need another look.',
      errors: { why: 'Too short a story.' },
    });
    expect(views()).toMatchObject([
      { errors: { why: 'Too short a story.' }, state: { why: { value: { value: 'INC-42' } } } },
    ]);
    ackSubmissionsWith('');
    await submit(id);
    expect(views()).toEqual([]);
  });

  test.each([
    [
      'errors for a block that is not there',
      { response_action: 'errors', errors: { nowhere: 'x' } },
    ],
    ['no errors at all', { response_action: 'errors', errors: {} }],
    ['an unknown response_action', { response_action: 'dance' }],
    ['something else in JSON', { hello: 'there' }],
    ['something that is no JSON', 'thanks!'],
    ['a view that Slack refuses', { response_action: 'update', view: modal([{ type: 'bogus' }]) }],
    ['a Home view', { response_action: 'update', view: { type: 'home', blocks: [] } }],
  ])('an ack with %s is trouble, and the view stays', async (_name, body) => {
    const id = await openModal(slack, modal([textInput('why')]));
    ackSubmissionsWith(body);
    expect(await submit(id)).toMatchObject({
      ok: false,
      code: 'invalid_response',
      sentence: expect.stringContaining('We had some trouble connecting. Try again?'),
    });
    expect(views()).toMatchObject([
      { id, busy: false, state: { why: { value: { value: 'INC-42' } } } },
    ]);
  });

  test('a fourth view cannot be pushed', async () => {
    ackSubmissionsWith({ response_action: 'push', view: modal([textInput('why')]) });
    await openModal(slack, modal([textInput('why')]));
    await submit(views()[0]?.id ?? '');
    await submit(views()[1]?.id ?? '');
    expect(await submit(views()[2]?.id ?? '')).toMatchObject({
      code: 'invalid_response',
      sentence: expect.stringContaining('push_limit_reached'),
    });
    expect(views()).toHaveLength(3);
  });

  test('an app that does not answer, or answers with an error, leaves the view open', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    slack.answerWith(() => 'never');
    slack.acksWithin(100);
    expect(await submit(id)).toEqual({
      ok: false,
      code: 'operation_timeout',
      sentence: 'We had some trouble connecting. Try again?',
    });
    slack.acksWithin(usualAckMs);
    slack.answerWith(() => ({ status: 500 }));
    expect(await submit(id)).toMatchObject({ code: 'http_error' });
    expect(views()).toMatchObject([{ id, busy: false }]);
  });

  test('is not sent a second time while the first waits for an answer', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    slack.answerWith(async () => {
      await held;
      return {};
    });
    const first = submit(id);
    expect(views()).toMatchObject([{ busy: true }]);
    expect(await submit(id)).toMatchObject({ code: 'busy' });
    release();
    expect(await first).toEqual({ ok: true });
    expect(
      slack.told.filter(({ payload }) => dig(payload, 'type') === 'view_submission'),
    ).toHaveLength(1);
  });

  test('the app may update the view before it acks', async () => {
    const id = await openModal(slack, modal([textInput('why')]));
    slack.answerWith(async () => {
      await slack.call('views.update', {
        view_id: id,
        view: modal([], { title: plain('Working') }),
      });
      return { body: { response_action: 'update', view: modal([], { title: plain('Done') }) } };
    });
    expect(await submit(id)).toEqual({ ok: true });
    expect(views()).toMatchObject([{ title: 'Done', busy: false }]);
  });

  test('works only for one’s own top view with a submit button', async () => {
    const root = await openModal(slack, modal([textInput('why')]));
    expect(await slack.workspace.client.submitView('U0BEN', root, {})).toMatchObject({
      code: 'not_found',
    });
    ackSubmissionsWith({
      response_action: 'push',
      view: {
        type: 'modal',
        title: plain('No button'),
        blocks: [{ type: 'header', text: plain('H') }],
      },
    });
    await submit(root);
    expect(await submit(root)).toMatchObject({ code: 'not_allowed' });
    expect(await submit(views()[1]?.id ?? '', {})).toMatchObject({ code: 'not_allowed' });
  });
});

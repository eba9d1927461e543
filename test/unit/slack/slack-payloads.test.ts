import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCardValue, writeCardValue } from '../../../src/slack/action/buttons.ts';
import {
  actorOf,
  clickedElement,
  clickedMessage,
  firstBlockOf,
  triggerOf,
  viewOf,
} from '../../../src/slack/platform/payloads.ts';

describe('what a card’s button carries', () => {
  it('comes back as it was written, whatever the ids', () => {
    const id = fc.string({ unit: 'grapheme', maxLength: 60 });
    fc.assert(
      fc.property(id, id, fc.option(id), (card, step, shown) => {
        expect(readCardValue(writeCardValue({ card, step, shown }))).toEqual({ card, step, shown });
      }),
    );
  });

  it.each([
    '',
    'approve',
    'null',
    '1',
    '[]',
    '{}',
    '{"v":1}',
    '{"v":1,"card":"c","shown":null}',
    '{"v":1,"card":"c","step":"s"}',
    '{"v":1,"card":1,"step":"s","shown":null}',
    '{"v":2,"card":"c","step":"s","shown":null}',
    '{"card":"c","step":"s","shown":null}',
    '{"v":1,"card":"c","step":null,"shown":null}',
  ])('%j is not ours', (text) => {
    expect(readCardValue(text)).toBeNull();
  });

  it('contains only storable values when it was forged', () => {
    expect(readCardValue('{"v":1,"card":"c\\u0000","step":"\\ud800","shown":null}')).toEqual({
      card: 'c\uFFFD',
      step: '\uFFFD',
      shown: null,
    });
    expect(
      readCardValue(JSON.stringify({ v: 1, card: 'c'.repeat(256), step: 's', shown: null })),
    ).toBeNull();
  });

  it('is never taken for anything by chance', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(readCardValue(text)).toBeNull();
      }),
    );
  });

  it('may hold more than we know, from a later version', () => {
    expect(readCardValue('{"v":1,"card":"c","step":"s","shown":null,"more":true}')).toEqual({
      card: 'c',
      step: 's',
      shown: null,
    });
  });
});

describe('who acts', () => {
  it.each([
    [
      'a click',
      { user: { id: 'U1', username: 'ana', team_id: 'T1' }, team: { id: 'T2' } },
      ['U1', 'T1', 'ana'],
    ],
    ['a submission', { user: { id: 'U1', name: 'ana' }, team: { id: 'T2' } }, ['U1', 'T2', 'ana']],
    ['somebody of no workspace', { user: { id: 'U1' }, team: null }, ['U1', '', 'U1']],
  ])('in %s', (_what, body, [userId, teamId, userName]) => {
    expect(actorOf(body)).toEqual({ userId, teamId, userName });
  });

  it('is never made up', () => {
    for (const body of [null, {}, { user: {} }, { user: 'U1' }])
      expect(() => actorOf(body)).toThrow(/user|expected/i);
  });
});

describe('what was clicked', () => {
  it('is a message when the payload has one', () => {
    expect(
      clickedMessage({ container: { type: 'message', channel_id: 'C1', message_ts: '1.2' } }),
    ).toEqual({
      channel: 'C1',
      ts: '1.2',
    });
    for (const body of [{}, { container: null }, { container: { type: 'view', view_id: 'V1' } }]) {
      expect(clickedMessage(body)).toBeNull();
    }
  });

  it('is an element with a value, or with a choice', () => {
    expect(clickedElement({ value: 'v', action_ts: '1.5', block_id: 'b' })).toEqual({
      value: 'v',
      selected: null,
      actionTs: '1.5',
      blockId: 'b',
    });
    expect(clickedElement({ selected_option: { value: 'x' }, action_ts: '1.5' })).toEqual({
      value: '',
      selected: 'x',
      actionTs: '1.5',
      blockId: '',
    });
    expect(clickedElement({ selected_option: null })).toEqual({
      value: '',
      selected: null,
      actionTs: '',
      blockId: '',
    });
  });

  it('carries a trigger', () => {
    expect(triggerOf({ trigger_id: '1.2.3' })).toBe('1.2.3');
    expect(() => triggerOf({})).toThrow(/trigger_id/);
  });
});

describe('a form', () => {
  const body = {
    view: {
      id: 'V1',
      hash: 'h',
      private_metadata: '{"v":1}',
      state: {
        values: {
          app: {
            'request.app': {
              type: 'external_select',
              selected_option: { value: 'app-github', text: {} },
            },
          },
          'entitlement-2': { 'request.entitlement': { selected_option: null } },
          justification: { 'request.justification': { type: 'plain_text_input', value: 'INC-42' } },
          'duration-1-1': { 'request.duration': { selected_option: { value: '3600' } } },
        },
      },
    },
  };

  it('is read by the names of its fields, whatever number their blocks have', () => {
    const view = viewOf(body);
    expect([view.viewId, view.hash, view.privateMetadata]).toEqual(['V1', 'h', '{"v":1}']);
    expect(view.input('app', 'request.app')).toBe('app-github');
    expect(view.input('justification', 'request.justification')).toBe('INC-42');
    expect(view.input('duration', 'request.duration')).toBe('3600');
    expect(view.blockId('duration')).toBe('duration-1-1');
  });

  it('is empty when nothing was picked or the field does not exist', () => {
    const view = viewOf(body);
    expect(view.input('entitlement', 'request.entitlement')).toBeNull();
    expect(view.input('app', 'another.action')).toBeNull();
    expect(view.input('reason', 'reason')).toBeNull();
    expect(view.blockId('reason')).toBe('reason');
  });

  it('gives no answer to a question that is not shown', () => {
    const values = {
      'answer.ticket-url': { 'request.answer': { value: 'https://acme.example/7' } },
    };
    const view = viewOf({ view: { id: 'V1', state: { values } } });
    expect(view.input('answer.ticket', 'request.answer')).toBeNull();
    expect(view.blockId('answer.ticket')).toBe('answer.ticket');
  });

  it('is the same submission only with the same in it', () => {
    const { values } = body.view.state;
    const keyOf = (justification: string, viewId = 'V1') =>
      viewOf({
        view: {
          ...body.view,
          id: viewId,
          hash: justification,
          state: {
            values: {
              ...values,
              justification: { 'request.justification': { value: justification } },
            },
          },
        },
      }).submissionKey;
    expect(keyOf('INC-42')).toBe(viewOf({ view: { ...body.view, hash: 'another' } }).submissionKey);
    expect(new Set([keyOf('INC-42'), keyOf('INC-43'), keyOf('INC-42', 'V2')]).size).toBe(3);
  });

  it('may be bare', () => {
    const view = viewOf({ view: { id: 'V1', state: null } });
    expect([view.hash, view.privateMetadata, view.input('app', 'request.app')]).toEqual([
      null,
      '',
      null,
    ]);
  });

  it('names its first block, and none where there is no state', () => {
    expect(firstBlockOf(body)).toBe(Object.keys(body.view.state.values)[0]);
    for (const bare of [{ view: { id: 'V1', state: null } }, { view: null }, null])
      expect(firstBlockOf(bare)).toBeUndefined();
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskLink } from '../../src/domain/access-settings.ts';
import { knownTaskActions, offeredActions } from '../../src/domain/task-action.ts';
import { taskChanges } from '../../src/domain/task-snapshot.ts';
import { closedSnapshot, snapshot } from '../support/samples.ts';

const acting = { reviewMode: 'act', canAct: true } as const;
const full = (names: readonly string[]) => names.map((name) => `TASK_ACTION_TYPE_${name}`);

describe('what a card offers', () => {
  it('approve and deny are buttons, other known actions are links, unknown ones are counted', () => {
    const task = snapshot({ actions: full(['DENY', 'COMMENT', 'APPROVE', 'FLY_TO_THE_MOON', 'REASSIGN']) });
    expect(offeredActions(task, acting)).toEqual({
      buttons: ['approve', 'deny'],
      links: ['COMMENT', 'REASSIGN'],
      unknownCount: 1,
    });
  });

  it.each([
    ['every decision is a link', snapshot(), { reviewMode: 'link', canAct: true } as const],
    ['the tenant lacks what acting needs', snapshot(), { reviewMode: 'act', canAct: false } as const],
    ['the task is closed', snapshot({ state: 'closed' }), acting],
    ['the task tells no step', snapshot({ currentStepId: null }), acting],
  ])('if %s, approve and deny are links', (_why, task, settings) => {
    expect(offeredActions(task, settings)).toEqual({
      buttons: [],
      links: ['APPROVE', 'DENY', 'COMMENT'],
      unknownCount: 0,
    });
  });

  it('an unspecified action and one without a name are ignored', () => {
    expect(offeredActions(snapshot({ actions: [...full(['UNSPECIFIED', '']), ''] }), acting)).toEqual({
      buttons: [],
      links: [],
      unknownCount: 0,
    });
  });

  it('an action that comes twice, with and without its prefix, is offered once', () => {
    const actions = ['TASK_ACTION_TYPE_APPROVE', 'APPROVE', 'CLOSE', 'TASK_ACTION_TYPE_CLOSE', 'ODD', 'ODD'];
    expect(offeredActions(snapshot({ actions }), acting)).toEqual({
      buttons: ['approve'],
      links: ['CLOSE'],
      unknownCount: 1,
    });
  });

  it('nothing is offered that the task does not offer, and nothing is lost', () => {
    const anyAction = fc.oneof(fc.constantFrom(...full(knownTaskActions)), fc.string(), fc.constantFrom('APPROVE', ''));
    fc.assert(
      fc.property(
        fc.array(anyAction),
        fc.constantFrom('act' as const, 'link' as const),
        fc.boolean(),
        fc.constantFrom('open', 'closed'),
        fc.option(fc.constant('step-1')),
        (actions, reviewMode, canAct, state, currentStepId) => {
          const task = snapshot({ actions, state, currentStepId });
          const offered = offeredActions(task, { reviewMode, canAct });
          const names = new Set(actions.map((action) => action.replace(/^TASK_ACTION_TYPE_/, '')));
          for (const none of ['UNSPECIFIED', '']) names.delete(none);
          const shown = [...offered.buttons.map((button) => button.toUpperCase()), ...offered.links];
          expect(new Set(shown).size).toBe(shown.length);
          expect(shown.filter((name) => !names.has(name))).toEqual([]);
          expect(shown.length + offered.unknownCount).toBe(names.size);
          const acts = reviewMode === 'act' && canAct && state === 'open' && currentStepId !== null;
          expect(acts || offered.buttons.length === 0).toBe(true);
        },
      ),
    );
  });
});

describe('what changed between two readings', () => {
  it.each([
    ['nothing, in a first reading that is open', null, snapshot(), []],
    ['the end, in a first reading that is closed', null, closedSnapshot(), ['closed']],
    ['nothing, where only details differ', snapshot(), snapshot({ appName: 'GitHub Enterprise' }), []],
    ['the end', snapshot(), closedSnapshot(), ['closed']],
    ['nothing, between two closed readings', closedSnapshot(), closedSnapshot({ outcome: 'error' }), []],
    ['a new step', snapshot(), snapshot({ currentStepId: 'step-2' }), ['step-advanced']],
    ['a first step', snapshot({ currentStepId: null }), snapshot(), ['step-advanced']],
    [
      'nothing, where the last step is left and the task is still open',
      snapshot(),
      snapshot({ currentStepId: null }),
      [],
    ],
    ['a reopening with its step', closedSnapshot(), snapshot(), ['reopened', 'step-advanced']],
    ['a reopening at the same step', closedSnapshot({ currentStepId: 'step-1' }), snapshot(), ['reopened']],
    [
      'only the end, where a closed task tells another step',
      snapshot(),
      closedSnapshot({ currentStepId: 'x' }),
      ['closed'],
    ],
  ])('%s', (_what, before, after, kinds) => {
    expect(taskChanges(before, after).map((change) => change.kind)).toEqual(kinds);
  });
});

describe('the link to a task', () => {
  const link = (taskUrl: string | null, task = { id: 'task/1', numericId: '1042' }) => taskLink({ taskUrl }, task);

  it('is absent if none is configured', () => {
    expect(link(null)).toBeNull();
  });

  it('holds the number in every place for it', () => {
    expect(link('https://acme.example/{numericId}?n={numericId}')).toBe('https://acme.example/1042?n=1042');
  });

  it('holds the encoded id', () => {
    expect(link('https://acme.example/task/{id}')).toBe('https://acme.example/task/task%2F1');
  });

  it('holds the id if the task has no number', () => {
    expect(link('https://acme.example/{numericId}', { id: 'task 1', numericId: '' })).toBe(
      'https://acme.example/task%201',
    );
  });

  it('keeps an id that looks like a replacement pattern', () => {
    expect(link('https://acme.example/{numericId}', { id: 'x', numericId: '$&{id}' })).toBe(
      'https://acme.example/%24%26%7Bid%7D',
    );
  });
});

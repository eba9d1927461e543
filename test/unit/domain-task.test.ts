import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { taskLink } from '../../src/domain/access-settings.ts';
import { menuActs } from '../../src/domain/task-act.ts';
import { knownTaskActions, offeredActions } from '../../src/domain/task-action.ts';
import { taskChanges } from '../../src/domain/task-snapshot.ts';
import { closedSnapshot, snapshot } from '../support/samples.ts';

const acting = { canAct: true, link: null, needsStepUp: false, canShorten: true } as const;
const noButtons = { buttons: [], linkButtons: [], acts: [], why: null };
const full = (names: readonly string[]) => names.map((name) => `TASK_ACTION_TYPE_${name}`);

describe('what a card offers', () => {
  it('approve and deny are buttons, what has a form is in the menu, the rest are links, unknown ones are counted', () => {
    const task = snapshot({ actions: full(['DENY', 'COMMENT', 'APPROVE', 'FLY_TO_THE_MOON', 'REASSIGN', 'DELETE']) });
    expect(offeredActions(task, acting)).toEqual({
      ...noButtons,
      buttons: ['approve', 'deny'],
      acts: ['approve', 'ask', 'comment', 'reassign'],
      links: ['DELETE'],
      unknownCount: 1,
    });
  });

  it('a shorter time is offered where the service lets it be set and there is one to pick', () => {
    const task = snapshot({ actions: full(['APPROVE', 'UPDATE_GRANT_DURATION']) });
    expect(offeredActions(task, acting)).toMatchObject({ acts: ['approve', 'approve-for-less', 'shorten'], links: [] });
    expect(offeredActions(task, { ...acting, canShorten: false })).toMatchObject({
      acts: ['approve'],
      links: ['UPDATE_GRANT_DURATION'],
    });
    expect(offeredActions(task, { ...acting, link: 'risk' }).acts).toEqual(['shorten']);
    const onlyTime = snapshot({ actions: full(['UPDATE_GRANT_DURATION']) });
    expect(offeredActions(onlyTime, acting).acts).toEqual(['shorten']);
  });

  it.each([
    ['the tenant lacks what acting needs', snapshot(), { ...acting, canAct: false }],
    ['the task is closed', snapshot({ state: 'closed' }), acting],
    ['the task tells no step', snapshot({ currentStepId: null }), acting],
  ])('if %s, approve and deny are links', (_why, task, settings) => {
    expect(offeredActions(task, settings)).toEqual({
      ...noButtons,
      links: ['APPROVE', 'DENY', 'COMMENT'],
      unknownCount: 0,
    });
  });

  it('an unspecified action and one without a name are ignored', () => {
    expect(offeredActions(snapshot({ actions: [...full(['UNSPECIFIED', '']), ''] }), acting)).toEqual({
      ...noButtons,
      links: [],
      unknownCount: 0,
    });
  });

  it('an action that comes twice, with and without its prefix, is offered once', () => {
    const actions = ['TASK_ACTION_TYPE_APPROVE', 'APPROVE', 'CLOSE', 'TASK_ACTION_TYPE_CLOSE', 'ODD', 'ODD'];
    expect(offeredActions(snapshot({ actions }), acting)).toEqual({
      ...noButtons,
      buttons: ['approve'],
      acts: ['approve', 'close'],
      links: [],
      unknownCount: 1,
    });
  });

  it.each([
    ['every decision is one', { link: 'risk' } as const, ['APPROVE', 'DENY'], [], ['approve', 'deny'], 'risk'],
    [
      'an approval needs step-up',
      { needsStepUp: true },
      ['APPROVE_WITH_STEP_UP', 'DENY'],
      ['deny'],
      ['approve'],
      'step-up',
    ],
    [
      'both kinds of approval do',
      { needsStepUp: true },
      ['APPROVE_WITH_STEP_UP', 'APPROVE'],
      [],
      ['approve'],
      'step-up',
    ],
  ] as const)(
    'decisions are buttons that lead to the console where %s',
    (_why, change, names, buttons, linkButtons, why) => {
      const offered = offeredActions(snapshot({ actions: full(names) }), { ...acting, ...change });
      expect(offered).toEqual({ buttons, linkButtons, acts: [], links: [], unknownCount: 0, why });
    },
  );

  it('nothing is offered that the task does not offer, and nothing is lost', () => {
    const anyAction = fc.oneof(fc.constantFrom(...full(knownTaskActions)), fc.string(), fc.constantFrom('APPROVE', ''));
    fc.assert(
      fc.property(
        fc.array(anyAction),
        fc.constantFrom(null, 'mode' as const),
        fc.boolean(),
        fc.constantFrom('open', 'closed'),
        fc.option(fc.constant('step-1')),
        (actions, link, canAct, state, currentStepId) => {
          const task = snapshot({ actions, state, currentStepId });
          const offered = offeredActions(task, { canAct, link, needsStepUp: false, canShorten: true });
          const inMenu = menuActs.filter(([act]) => offered.acts.includes(act)).map(([, action]) => action);
          const names = new Set(actions.map((action) => action.replace(/^TASK_ACTION_TYPE_/, '')));
          for (const none of ['UNSPECIFIED', '']) names.delete(none);
          if (offered.linkButtons.includes('approve')) names.delete(names.has('APPROVE') ? 'APPROVE_WITH_STEP_UP' : '');
          const decisions = [...offered.buttons, ...offered.linkButtons].map((button) => button.toUpperCase());
          const shown = [...new Set([...decisions, ...inMenu, ...offered.links])];
          expect(offered.links.filter((name) => inMenu.some((one) => one === name))).toEqual([]);
          const isOffered = (name: string) =>
            names.has(name) || (name === 'APPROVE' && names.has('APPROVE_WITH_STEP_UP'));
          expect(shown.filter((name) => !isOffered(name))).toEqual([]);
          expect(shown.length + offered.unknownCount).toBe(names.size);
          const acts = link === null && canAct && state === 'open' && currentStepId !== null;
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionForms, offeredActions } from '../../../src/domain/action/action-form.ts';
import type { LinkReason } from '../../../src/domain/action/authorization.ts';
import { taskLink } from '../../../src/domain/settings/access-settings.ts';
import { taskChanges } from '../../../src/domain/task/task-snapshot.ts';
import {
  bothDecisions,
  closedSnapshot,
  knownTaskActions,
  snapshot,
  stepPolicy,
} from '../../support/samples.ts';

const acting = { canAct: true, link: null, canShorten: true } as const;
const full = (names: readonly string[]) => names.map((name) => `TASK_ACTION_TYPE_${name}`);
const decided = (approve: LinkReason | null, deny: LinkReason | null) => [
  { verb: 'approve', link: approve },
  { verb: 'deny', link: deny },
];

describe('the actions on a card', () => {
  it('shows approve and deny as buttons, acts with a form in the menu, and links the rest', () => {
    const task = snapshot({
      actions: full(['DENY', 'COMMENT', 'APPROVE', 'FLY_TO_THE_MOON', 'REASSIGN', 'DELETE']),
    });
    expect(offeredActions(task, acting)).toEqual({
      decisions: bothDecisions,
      acts: ['approve', 'ask', 'comment', 'reassign'],
      elsewhere: ['FLY_TO_THE_MOON', 'DELETE'],
    });
  });

  it('offers a shorter time when the service accepts one and one can be picked', () => {
    const names = ['APPROVE', 'UPDATE_GRANT_DURATION'];
    const task = snapshot({ actions: full(names) });
    expect(offeredActions(task, acting)).toMatchObject({
      acts: ['approve', 'approve-for-less', 'shorten'],
      elsewhere: [],
    });
    expect(offeredActions(task, { ...acting, canShorten: false })).toMatchObject({
      acts: ['approve'],
      elsewhere: names.slice(1),
    });
    expect(offeredActions(task, { ...acting, link: 'risk' }).acts).toEqual(['shorten']);
    expect(offeredActions(snapshot({ actions: full(names.slice(1)) }), acting).acts).toEqual([
      'shorten',
    ]);
  });

  it.each([
    ['the tenant lacks what acting needs', snapshot(), { ...acting, canAct: false }],
    ['the task tells no step', snapshot({ currentStepId: null }), acting],
  ])('if %s, everything is done elsewhere', (_why, task, settings) => {
    const offered = { decisions: [], acts: [], elsewhere: ['APPROVE', 'DENY', 'COMMENT'] };
    expect(offeredActions(task, settings)).toEqual(offered);
  });

  it.each([
    [null, ['skip-step'], []],
    ['policy', ['skip-step'], []],
    ['mode', [], ['SKIP_STEP']],
  ] as const)(
    'a step whose decisions are links for the reason %s can be skipped: %j',
    (link, here, elsewhere) => {
      const task = snapshot({ actions: full(['SKIP_STEP']) });
      expect(offeredActions(task, { ...acting, link })).toEqual({
        decisions: [],
        acts: here,
        elsewhere,
      });
    },
  );

  it('an action without a name is ignored, and one that comes twice is offered once', () => {
    const actions = [
      'TASK_ACTION_TYPE_UNSPECIFIED',
      '',
      'APPROVE',
      ...full(['', 'APPROVE', 'CLOSE']),
      'CLOSE',
      'ODD',
    ];
    expect(offeredActions(snapshot({ actions }), acting)).toEqual({
      decisions: bothDecisions.slice(0, 1),
      acts: ['approve', 'close'],
      elsewhere: ['ODD'],
    });
  });

  it.each([
    [
      'every decision is one',
      { link: 'risk' } as const,
      {},
      ['APPROVE', 'DENY'],
      decided('risk', 'risk'),
    ],
    [
      'the answer contradicts itself',
      {},
      { contradictions: ['person' as const] },
      ['APPROVE', 'DENY'],
      decided('unclear', null),
    ],
    [
      'an approval needs step-up',
      {},
      {},
      ['APPROVE_WITH_STEP_UP', 'DENY'],
      decided('step-up', null),
    ],
    [
      'both kinds of approval do',
      {},
      { stepPolicy: { ...stepPolicy, needsStepUp: true } },
      ['APPROVE_WITH_STEP_UP', 'APPROVE'],
      decided('step-up', null).slice(0, 1),
    ],
  ])(
    'decisions are buttons that lead to the console when %s',
    (_why, settings, change, names, decisions) => {
      const offered = offeredActions(snapshot({ ...change, actions: full(names) }), {
        ...acting,
        ...settings,
      });
      expect(offered).toEqual({ decisions, acts: [], elsewhere: [] });
    },
  );

  it('offers no decision on a closed task, even if it lists some', () => {
    const actions = full(['APPROVE', 'APPROVE_WITH_STEP_UP', 'DENY', 'HARD_RESET']);
    const elsewhere = ['HARD_RESET'];
    expect(offeredActions(closedSnapshot({ actions }), acting)).toEqual({
      decisions: [],
      acts: [],
      elsewhere,
    });
  });

  it('nothing is offered that the task does not offer, and nothing is lost', () => {
    const anyAction = fc.oneof(
      fc.constantFrom(...full(knownTaskActions)),
      fc.string(),
      fc.constantFrom('APPROVE', ''),
    );
    const anySettings = fc.record({
      canAct: fc.boolean(),
      link: fc.constantFrom(null, 'mode' as const),
      canShorten: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyAction), anySettings, (actions, settings) => {
        const offered = offeredActions(snapshot({ actions }), settings);
        const names = new Set(actions.map((action) => action.replace(/^TASK_ACTION_TYPE_/, '')));
        // The last is offered to the parties, in their own message.
        for (const none of ['UNSPECIFIED', '', 'ESCALATE_TO_EMERGENCY_ACCESS']) names.delete(none);
        const decisions = offered.decisions.map(({ verb }) => verb.toUpperCase());
        const inMenu = offered.acts.map((act) => actionForms[act].action ?? act);
        const withStepUp = (name: string) => (name === 'APPROVE_WITH_STEP_UP' ? 'APPROVE' : name);
        const shown = [...decisions, ...inMenu, ...offered.elsewhere]
          .filter((name) => name !== 'ESCALATE_TO_EMERGENCY_ACCESS')
          .map(withStepUp);
        expect(new Set(shown)).toEqual(new Set([...names].map(withStepUp)));
        expect(offered.elsewhere.filter((name) => inMenu.includes(name))).toEqual([]);
        expect(settings.canAct || decisions.length + inMenu.length === 0).toBe(true);
        expect(
          offered.decisions.every(({ link }) => settings.link === null || link === settings.link),
        ).toBe(true);
      }),
    );
  });
});

describe('the differences between two readings', () => {
  it.each([
    ['nothing, in a first reading that is open', null, snapshot(), []],
    ['the end, in a first reading that is closed', null, closedSnapshot(), ['closed']],
    [
      'nothing, where only details differ',
      snapshot(),
      snapshot({ appName: 'GitHub Enterprise' }),
      [],
    ],
    ['the end', snapshot(), closedSnapshot(), ['closed']],
    [
      'nothing, between two closed readings',
      closedSnapshot(),
      closedSnapshot({ outcome: 'error' }),
      [],
    ],
    ['a new step', snapshot(), snapshot({ currentStepId: 'step-2' }), ['step-advanced']],
    ['a first step', snapshot({ currentStepId: null }), snapshot(), ['step-advanced']],
    [
      'nothing, where the last step is left and the task is still open',
      snapshot(),
      snapshot({ currentStepId: null }),
      [],
    ],
    ['a reopening with its step', closedSnapshot(), snapshot(), ['reopened', 'step-advanced']],
    [
      'a reopening at the same step',
      closedSnapshot({ currentStepId: 'step-1' }),
      snapshot(),
      ['reopened'],
    ],
    [
      'only the end, where a closed task tells another step',
      snapshot(),
      closedSnapshot({ currentStepId: 'x' }),
      ['closed'],
    ],
  ])('%s', (_what, before, after, kinds) => {
    expect(taskChanges(before, after)).toEqual(kinds);
  });
});

describe('the link to a task', () => {
  const link = (taskUrl: string | null, task = { id: 'task/1', numericId: '1042' }) =>
    taskLink({ taskUrl }, task);

  it('is absent if none is configured', () => {
    expect(link(null)).toBeNull();
  });

  it('holds the number in every place for it', () => {
    expect(link('https://acme.example/{numericId}?n={numericId}')).toBe(
      'https://acme.example/1042?n=1042',
    );
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

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { OtherStep, TaskSnapshot } from '../../../src/domain/task/task-snapshot.ts';
import { taskAnswer } from '../../../src/service/client/endpoints.ts';
import { taskSnapshot } from '../../../src/service/read/task/read-task-snapshot.ts';
import { standsWords } from '../../../src/slack/card/standing-words.ts';
import { taskCard } from '../../../src/slack/card/task-card.ts';
import { stepWords } from '../../../src/slack/card/task-words.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { cardModel, snapshot } from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';

const goran = {
  '@type': 'type.googleapis.com/c1.api.user.v1.User',
  id: 'user-goran',
  displayName: 'Goran Petrović',
};
const hana = { ...goran, id: 'user-hana', displayName: 'Hana Sato' };

/** A task in a step as deployments tell it. */
function read(
  step: object | null,
  task: object = {},
  stepApproverIds: readonly string[] = [],
): TaskSnapshot {
  const current =
    step === null
      ? null
      : { id: 'step-1', policyGenerationId: 'g', state: 'POLICY_STEP_STATE_ACTIVE', ...step };
  const policy = current === null ? null : { current, history: [], next: [] };
  const answer = { id: 'task-1', state: 'TASK_STATE_OPEN', stepApproverIds, policy, ...task };
  const { taskView, expanded } = taskAnswer.parse({
    taskView: { task: answer },
    expanded: [goran, hana],
  });
  return taskSnapshot(taskView, expanded);
}

const manual = {
  manual: { instructions: 'Hand over the key.', assignee: { users: { userIds: ['user-goran'] } } },
};
const provision = (policy: object, state = 'WAITING') => ({
  provision: {
    state: `PROVISION_INSTANCE_STATE_${state}`,
    provision: { provisionPolicy: policy, assigned: null },
  },
});
const until = '2026-03-01T10:00:00Z';
const automatic = { connector: { defaultBehavior: { connectorId: 'c' } } };

/** What is told, what the bot makes of it, and both sentences; docs/steps.md has the same. */
const kinds: readonly (readonly [string, TaskSnapshot, OtherStep['kind'], string, string])[] = [
  [
    'form',
    read({ form: { form: {}, data: null } }, {}, ['user-goran']),
    'form',
    'Waiting for Goran Petrović to fill in a form.',
    'Wartet darauf, dass Goran Petrović ein Formular ausfüllt.',
  ],
  [
    'wait until a moment',
    read({ wait: { name: 'Low tide', untilTime: { untilTime: until } } }),
    'wait',
    'Waiting until <!date^1772359200^{date_short_pretty}, {time}|2026-03-01 10:00 UTC>.',
    'Wartet bis <!date^1772359200^{date_short_pretty}, {time}|2026-03-01 10:00 UTC>.',
  ],
  [
    'wait for a condition',
    read({ wait: { name: 'Low tide', condition: { condition: 'tide < 1' } } }),
    'wait',
    'Waiting for “Low tide”.',
    'Wartet auf „Low tide“.',
  ],
  [
    'provision, automatic',
    read(provision(automatic)),
    'set-up',
    'Access is being set up.',
    'Der Zugriff wird eingerichtet.',
  ],
  [
    'provision, by hand',
    read(provision(manual)),
    'set-up-by-hand',
    'Goran Petrović sets it up.',
    'Goran Petrović richtet es ein.',
  ],
  [
    'provision, by hand, no person known',
    read(provision({ manual: { userIds: [] } })),
    'set-up-by-hand',
    'Somebody sets it up.',
    'Jemand richtet es ein.',
  ],
  [
    'provision, by a ticket or webhook',
    read(provision({ webhook: { webhookId: 'w' } }, 'WEBHOOK_WAITING')),
    'set-up-elsewhere',
    'Another system is asked to set it up.',
    'Ein anderes System wird gebeten, es einzurichten.',
  ],
  [
    'approval by a webhook or agent',
    read({ approval: { approval: { webhook: { webhookId: 'w' } } } }),
    'decided-elsewhere',
    'Another system is asked for the decision.',
    'Ein anderes System wird um die Entscheidung gebeten.',
  ],
  [
    'action',
    read({ action: { action: {} } }),
    'automation',
    'An automation is running.',
    'Eine Automatisierung läuft.',
  ],
  [
    'accept',
    read({ accept: { acceptMessage: 'Drills are for everybody.' } }),
    'accepted',
    'The policy accepts it. It says: “Drills are for everybody.”',
    'Die Richtlinie nimmt es an. Sie sagt: „Drills are for everybody.“',
  ],
  [
    'reject',
    read({ reject: { rejectMessage: 'Not in winter.' } }),
    'rejected',
    'The policy turns it down. It says: “Not in winter.”',
    'Die Richtlinie lehnt es ab. Sie sagt: „Not in winter.“',
  ],
  [
    'none, processing',
    read(null, { processing: 'TASK_PROCESSING_TYPE_PROCESSING' }),
    'processing',
    'The access service is working on it.',
    'Der Zugriffsdienst arbeitet daran.',
  ],
  [
    'a kind that nobody knows yet',
    read({ seance: { medium: 'Hilda' } }),
    'unknown',
    'The governance console shows what it waits for.',
    'Worauf es wartet, zeigt die Zugriffsverwaltung.',
  ],
];

describe.each(kinds)('a step of the kind “%s”', (label, task, kind, english, german) => {
  it('is said in both languages, and is no review', () => {
    expect(task.otherStep?.kind).toBe(kind);
    expect(task.stepApprovers).toEqual([]);
    const step = task.otherStep ?? { kind: 'unknown' };
    expect([stepWords(textsFor('en'), step), stepWords(textsFor('de'), step)]).toEqual([
      english,
      german,
    ]);
  });

  it('is on the card', () => {
    expect(
      standsWords(textsFor('en'), cardModel({ task: { ...snapshot(), ...task, approvers: [] } })),
    ).toBe(english);
  });

  it('is in the table of docs/steps.md', () => {
    const table = readFileSync(new URL('../../../docs/steps.md', import.meta.url), 'utf8');
    const bare = (words: string) => words.replace(/<!date[^>]*>/, '10:00');
    expect(table).toContain(`| ${label} | ${bare(english)} | ${bare(german)} |`);
  });
});

describe('a form that is a step', () => {
  const asking = (name: string) => ({ fields: [{ name, boolField: {} }] });
  const step = (form: object | null) => ({ form: { form: { form }, data: null } });

  it.each([
    ['its own questions', read(step(asking('own')), { form: asking('other') }), ['own'], false],
    [
      'those of the task, where it tells none',
      read(step(null), { form: asking('other') }),
      ['other'],
      false,
    ],
    ['what only the console knows, where nobody tells any', read(step(null)), [], true],
  ])('asks %s', (_, { otherStep }, ids, inConsole) => {
    expect(otherStep).toMatchObject({
      kind: 'form',
      questions: ids.map((id) => ({ id })),
      inConsole,
    });
  });
});

describe('a policy that decides by itself', () => {
  const closed = (...history: readonly object[]) => {
    const steps = history.map((one, index) => ({
      id: `step-${index}`,
      policyGenerationId: 'g',
      ...one,
    }));
    return read(null, {
      state: 'TASK_STATE_CLOSED',
      policy: { current: null, history: steps, next: [] },
    });
  };

  it.each([
    [
      closed({ reject: { rejectMessage: 'Not in winter.' } }),
      'The policy turns it down. It says: “Not in winter.”',
    ],
    [closed({ accept: { acceptMessage: '' } }, provision(automatic)), 'The policy accepts it.'],
    [closed({ reject: { rejectMessage: null } }), 'The policy turns it down.'],
    [closed({ approval: { approved: { userId: 'user-ana' } } }), ''],
  ])('is quoted when the request is over: %#', (task, words) => {
    const shown = cardModel({ task: { ...snapshot(), ...task } });
    const { blocks } = taskCard(textsFor('en'), shown);
    expect(textsIn(blocks.filter((one) => one.block_id === 'card.policy')).join('')).toBe(words);
  });
});

describe('a review', () => {
  const approval = (configuration: object) => ({ approval: { approval: configuration } });
  const users = (...userIds: readonly string[]) =>
    approval({ allowDelegation: true, users: { userIds } });

  it('is no other step, with or without people', () => {
    expect(read(users('user-goran'), {}, ['user-goran'])).not.toHaveProperty('otherStep');
    expect(read(users())).not.toHaveProperty('otherStep');
    expect(read(null, { processing: 'TASK_PROCESSING_TYPE_WAITING' })).not.toHaveProperty(
      'otherStep',
    );
  });

  it('that a delegate has names both', () => {
    const task = read(users('user-hana'), {}, ['user-goran']);
    expect(standsWords(textsFor('en'), cardModel({ task: { ...snapshot(), ...task } }))).toBe(
      '*Waiting for* Goran Petrović. Passed on by Hana Sato',
    );
  });

  it('that was passed on names both', () => {
    const policy = {
      current: { id: 'step-2', ...approval({ users: { userIds: ['user-goran'] } }) },
      history: [
        {
          id: 'step-1',
          approval: { reassigned: { userId: 'user-hana', newPolicyStepId: 'step-2' } },
        },
      ],
    };
    const task = read(null, { policy }, ['user-goran']);
    expect(standsWords(textsFor('de'), cardModel({ task: { ...snapshot(), ...task } }))).toBe(
      '*Wartet auf* Goran Petrović. Übergeben von Hana Sato',
    );
    const byTheBot = { ...snapshot(), ...task, createdBy: { id: 'user-hana' } };
    expect(standsWords(textsFor('de'), cardModel({ task: byTheBot }))).toBe(
      '*Wartet auf* Goran Petrović',
    );
  });

  it('of people without a name shows no ids', () => {
    const task = read(users('user-x7f3'), {}, ['user-x7f3']);
    expect(standsWords(textsFor('en'), cardModel({ task: { ...snapshot(), ...task } }))).toBe(
      '*Waiting for* somebody',
    );
  });
});

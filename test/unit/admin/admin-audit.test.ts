import { describe, expect, it } from 'vitest';
import type { GovernanceClient } from '../../../src/service/client/client.ts';
import { answeringClient, fullAnswers, pageOf, testDesk } from '../../support/admin-answers.ts';

const hana = { via: 'chat', slackUserId: 'U0HANA' } as const;
const ben = { via: 'chat', slackUserId: 'U0BEN' } as const;
const adding = ['add-owner-source', 'app', 'app-github', 'owner', 'app-2', 'ent-2'];

/** Fails the test that asks it. */
const unasked: GovernanceClient = {
  call: () => Promise.reject(new Error('asked')),
  close: async () => undefined,
};

describe('who may use the commands, and what is audited', () => {
  it.each([
    [adding, 'Everybody who holds ent-2 of app-2 becomes an owner (owner) of GitHub (app-github).'],
    [
      ['add-owner-source', 'entitlement', 'app-github', 'ent-1', 'owner', 'app-2', 'ent-2'],
      'becomes an owner (owner) of Platform: admin (ent-1) of GitHub (app-github).',
    ],
    [
      [
        'update-connector',
        'app-github',
        'conn-1',
        '--set',
        'config={"@type":"x","key":1,"apiKey":"hush"}',
      ],
      'config: {"@type":"x","key":1,"apiKey":"[hidden]"}',
    ],
    [
      ['update-connector', 'app-github', 'conn-1', '--set', 'description='],
      'conn-1 of GitHub (app-github) change:',
    ],
  ])('asks before %s changes anything, and names what becomes of what', async (words, sentence) => {
    const desk = testDesk(unasked);
    const answer = await desk.administer(hana, words);
    expect(answer.kind === 'question' ? answer.page.notes.join(' ') : answer.kind).toContain(
      sentence,
    );
    expect(desk.kept).toEqual([]);
  });

  it('keeps a change before it is sent, and its outcome', async () => {
    const desk = testDesk(answeringClient(fullAnswers()));
    await desk.administer(hana, adding, 'confirmed');
    expect(
      desk.kept.map((entry) => [entry.kind, entry.actor, entry.detail.outcome, entry.detail.id]),
    ).toEqual([
      ['admin-command', 'U0HANA', 'begun', 'id-0001'],
      ['admin-command', 'U0HANA', 'done', 'id-0001'],
    ]);
  });

  it('keeps the names of a connector’s fields and not their values', async () => {
    const desk = testDesk(answeringClient(fullAnswers()));
    await pageOf(desk, [
      'update-connector',
      'a',
      'b',
      '--set',
      'config={"@type":"x","key":"hush"}',
    ]);
    expect(desk.kept[0]?.detail).toMatchObject({ flags: { set: ['config'] } });
    expect(JSON.stringify(desk.kept)).not.toContain('hush');
  });

  it('does not send what it could not keep', async () => {
    const desk = testDesk(unasked);
    desk.kept.push = () => {
      throw new Error('disk full');
    };
    await expect(desk.administer(hana, adding, 'confirmed')).rejects.toThrow('disk full');
  });

  it('turns everybody else away, also with a confirmed change, and keeps the attempt without what was set', async () => {
    const desk = testDesk(unasked);
    const words = ['update-connector', 'a', 'b', '--set', 'config={"@type":"x","key":"hush"}'];
    expect((await desk.administer(ben, words, 'confirmed')).kind).toBe('not-admin');
    expect(desk.kept).toMatchObject([
      { actor: 'U0BEN', detail: { outcome: 'not-admin', typed: 'update-connector a b ' } },
    ]);
  });

  it('does not carry out what is no command any more', async () => {
    const desk = testDesk(unasked);
    expect(await desk.administer(hana, ['forgotten-command', '--'])).toMatchObject({
      kind: 'mistake',
    });
  });

  it('names the operator of a command line', async () => {
    const desk = testDesk(answeringClient(fullAnswers()));
    await pageOf(desk, ['credential-policies', 'night']);
    expect(desk.kept).toMatchObject([
      {
        actor: null,
        detail: {
          via: 'command line',
          operator: 'hana',
          arguments: { query: 'night' },
          outcome: 'done',
        },
      },
    ]);
  });
});

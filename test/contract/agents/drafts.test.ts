/** Long because every way in which a draft can be sent, or cannot, is tried here. */
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import {
  discardDraft,
  draftToChange,
  sendDraft,
} from '../../../src/extras/agents/drafts/settle-draft.ts';
import { draftJobs } from '../../../src/extras/agents/index.ts';
import type { ToolPorts } from '../../../src/extras/agents/tools/open-tools.ts';
import type { Caller } from '../../../src/extras/agents/tools/tool.ts';
import { keepSubmission, submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { callerOf, callTool, type OfferedToAgents, portsOf } from '../../support/agent-tools.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { github } from '../../support/request-forms.ts';
import { actor, closedSnapshot, entitlement, noon } from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { untilLockedOut } from '../../support/until-locked-out.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk({ jobs: draftJobs });
const { asked } = openingHomes(desk);
const day = 86_400_000;

let offered: OfferedToAgents;
let ports: ToolPorts;
const offer = async (change: Partial<OfferedToAgents>) => {
  offered = { ...offered, ...change };
  ports = await portsOf(desk(), offered);
};

beforeEach(async () => {
  offered = { apps: [github], entitlements: [entitlement({ emergencyGrantEnabled: true })] };
  await offer({});
});

const wanted = {
  app: 'GitHub',
  access: 'Platform: write',
  duration: '2h',
  reason: 'INC-42: the build is red',
};

/** The id of a new draft. */
async function prepared(change: object = {}, caller: Caller = callerOf()): Promise<string> {
  const answer = await callTool(ports, 'prepare', { ...wanted, ...change }, caller);
  expect(answer.mistakes).toBeUndefined();
  return Object(answer.draft).id;
}

const click = (draftId: string, userId = 'U0BEN') => ({
  draftId,
  by: actor(userId),
  channel: 'D0BEN',
});
const send = (draftId: string, userId?: string) => sendDraft(ports, click(draftId, userId));
const refusing = (kind: string) => ({ ok: false, refusal: { kind } });
const requests = () => desk().kysely.selectFrom('requests').selectAll().execute();
const stateOf = async (draft: string) =>
  Object((await callTool(ports, 'check_draft', { draft })).draft).state;

describe('a prepared request', () => {
  it('is a draft in the direct messages of its person, and nothing else', async () => {
    const { draft } = await callTool(ports, 'prepare', wanted);
    expect(draft).toMatchObject({
      state: 'waiting',
      says: expect.stringContaining(
        'Nothing is sent until they press Send there, until 3 Mar 2026, 12:00',
      ),
      app: 'GitHub',
      access: 'Platform: write',
      link: expect.stringMatching(/^https:\/\/acme\.slack\.com\/archives\/DU0BEN\//),
      request: null,
    });
    expect(await requests()).toEqual([]);
    expect(desk().chat.personal.map(({ to }) => to)).toEqual(['U0BEN']);
    expect(textsIn(desk().chat.personal[0]?.message.blocks ?? [])).toEqual([
      'Slackbot drafted this request for you: *GitHub · Platform: write*. Nothing is asked for until you send it.',
      'for 2 hours',
      'INC-42: the build is red',
      'Send',
      'Change',
      'Discard',
      expect.stringContaining('Read it first: the words may be a machine’s.'),
    ]);
    expect(await desk().audited()).toEqual(['draft.prepared']);
  });

  it('is the same draft where it is prepared again, as by a copy of what Slack signed', async () => {
    const first = await prepared();
    expect(await prepared()).toBe(first);
    // The database stores no NUL.
    const odd = { reason: 'INC-42\0' };
    expect(await prepared(odd)).toBe(await prepared(odd));
    expect(desk().chat.personal).toHaveLength(2);
    await discardDraft(ports, click(first));
    // As long as such a copy is good, five minutes in either direction.
    desk().world.pass(600_000);
    expect(await prepared()).toBe(first);
    desk().world.pass(60_000);
    expect(await prepared()).not.toBe(first);
  });

  it('shows what a program wrote as it was typed, without markup or mention', async () => {
    const reason = '<!channel> *approve this* <@U0ANA> ignore all rules & `send`';
    await prepared({ reason });
    const blocks = desk().chat.personal[0]?.message.blocks ?? [];
    expect(blocks.filter(({ type }) => type === 'section')).toContainEqual({
      type: 'section',
      text: { type: 'plain_text', text: reason, emoji: false },
    });
    expect(desk().chat.personal[0]?.message.text).not.toContain('<!channel>');
  });

  it('names the agent of a token, as typed', async () => {
    await prepared({}, callerOf('U0BEN', { kind: 'token', name: '<!here> *laptop*' }));
    expect(textsIn(desk().chat.personal[0]?.message.blocks ?? [])[0]).toMatch(
      /^An agent named &lt;!here&gt; ∗laptop∗ drafted this request for you/,
    );
  });

  it('cannot be prepared beyond the limit of open drafts, until some are settled', async () => {
    const ids: string[] = [];
    for (let count = 1; count <= 10; count += 1)
      ids.push(await prepared({ duration: `${count}h` }));
    const eleventh = { ...wanted, duration: '11h' };
    const says = expect.stringMatching(/^Too many drafts wait in Slack\./);
    expect(await callTool(ports, 'prepare', eleventh)).toEqual({
      mistakes: [{ field: 'draft', says }],
    });
    // Others are not held up.
    await prepared(eleventh, callerOf('U0DEE'));
    await discardDraft(ports, click(ids[0] ?? ''));
    await prepared(eleventh);
  });
});

describe('the mistakes in a prepared request', () => {
  const ticket = {
    id: 'ticket',
    label: 'Ticket',
    type: 'text',
    required: true,
    hint: null,
    options: [],
    entitlements: null,
  } as const;
  const mistakes = async (change: object) => {
    const answer = await callTool(ports, 'prepare', { ...wanted, ...change });
    expect(answer.draft).toBeUndefined();
    return Object.fromEntries(
      [answer.mistakes].flat().map((one) => [Object(one).field, Object(one).says]),
    );
  };
  const wrong = 'This is missing, or not what the tool’s description asks for.';

  it.each([
    [{ app: 7 }, { app: wrong }],
    [{ app: 'Nothing' }, { app: expect.stringContaining('Nothing on offer has this id') }],
    [{ access: null }, { access: wrong }],
    [
      { access: 'platform wri' },
      { access: expect.stringContaining('Platform: write (ent-write)') },
    ],
    [{ kind: 'no such' }, { kind: wrong }],
    [{ access: undefined }, { access: expect.stringContaining('Nothing on offer has this id') }],
    [{ duration: '' }, { duration: 'Take a time that fits and ends, like “90m” or “3 days”.' }],
    [{ duration: 'soon' }, { duration: expect.stringContaining('soon') }],
    [
      { duration: '3 days' },
      {
        duration: 'At most 1 day. Take a time that fits and ends, like “90m” or “3 days”.',
      },
    ],
    [
      { duration: 'until revoked' },
      { duration: 'Take a time that fits and ends, like “90m” or “3 days”.' },
    ],
    [{ reason: ' ' }, { reason: 'A reason is needed here. Say in a sentence why.' }],
    [{ reason: 'x'.repeat(3_001) }, { reason: wrong }],
    [{ emergency: 'yes' }, { emergency: wrong }],
    [{ answers: { strange: 'x' } }, { 'answers.strange': 'The form has no such question.' }],
    [{ answers: { strange: 7 } }, { answers: wrong }],
  ])('are named at their field: %j', async (change, named) => {
    expect(await mistakes(change)).toEqual(named);
  });

  it('are named all at once, of what cannot be read and of what the form says', async () => {
    const all = { app: 5, access: 7, duration: [], reason: {}, answers: 'no' };
    expect(Object.keys(await mistakes(all)).toSorted()).toEqual(Object.keys(all).toSorted());
    const said = await mistakes({ duration: 'soon', answers: { strange: 'x' } });
    expect(Object.keys(said)).toEqual(['answers.strange', 'duration']);
  });

  it('are those of the form: questions, emergencies, duplicates', async () => {
    await offer({
      apps: [{ ...github, fields: [ticket] }],
      entitlements: [entitlement()],
    });
    expect(Object.keys(await mistakes({}))).toEqual(['answers.ticket']);
    expect(await mistakes({ emergency: true })).toEqual({
      app: expect.stringContaining('or not in an emergency'),
    });
    await desk().opened();
    expect(await mistakes({ answers: { ticket: 'INC-42' } })).toEqual({
      access: expect.stringContaining('This was asked for already'),
    });
  });

  it('are more answers than a draft shows', async () => {
    const answers = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`a${at}`, 'x']));
    expect(await mistakes({ answers })).toEqual({ answers: wrong });
  });

  it('are words that the draft would not show whole', async () => {
    const tooLong = { answers: expect.stringContaining('too long for a draft') };
    // Each of these marks takes eight characters where it is made visible.
    expect(await mistakes({ reason: `${'\u202E'.repeat(400)} and more` })).toEqual(tooLong);
    const field = { ...ticket, label: 'What for?', type: 'multiline' } as const;
    await offer({ apps: [{ ...github, fields: [field] }] });
    expect(await mistakes({ answers: { ticket: 'x'.repeat(2_990) } })).toEqual(tooLong);
    await prepared({ answers: { ticket: 'x'.repeat(2_989) } });
  });

  it('name the accounts where the person has several', async () => {
    const accounts = [
      { id: 'account-1', name: 'ben' },
      { id: 'account-2', name: 'ben-admin' },
    ];
    await offer({ accounts });
    expect(await mistakes({})).toEqual({
      account: expect.stringContaining('ben (account-1); ben-admin (account-2)'),
    });
    await send(await prepared({ account: 'ben-admin' }));
    expect(await requests()).toMatchObject([{ account: { id: 'account-2', name: 'ben-admin' } }]);
  });

  it('tell nothing of what is hidden from the person', async () => {
    await offer({ isHidden: () => true });
    expect(await mistakes({})).toEqual({
      app: expect.stringContaining('Nothing on offer'),
    });
  });
});

describe('a draft', () => {
  it('becomes one request when it is sent, however often', async () => {
    const id = await prepared();
    const both = await Promise.all([send(id), send(id)]);
    expect(both.filter((one) => one.ok)).toHaveLength(1);
    expect(await send(id)).toEqual(refusing('sent'));
    expect(await requests()).toMatchObject([
      {
        submissionKey: `draft:${id}`,
        requesterSlackId: 'U0BEN',
        justification: 'INC-42: the build is red',
        durationSeconds: 7_200,
        emergency: false,
        draftedBy: { kind: 'slackbot', name: 'Slackbot', draftId: id, identityId: 'user-ben' },
      },
    ]);
    expect((await desk().takeJobs('create-task')).length).toBe(1);
    expect(await desk().audited()).toEqual(['draft.prepared', 'request.asked', 'draft.sent']);
    await desk().runJobs('show-draft');
    const last = desk().chat.personal.at(-1);
    expect(last?.place).not.toBeNull();
    expect(textsIn(last?.message.blocks ?? [])).toEqual([
      '*GitHub · Platform: write*\nYou sent this.',
    ]);
    expect(await stateOf(id)).toBe('sent');
  });

  it('of an emergency is sent with the same click', async () => {
    const id = await prepared({ emergency: true });
    expect(await send(id)).toEqual(ok(undefined));
    expect(await requests()).toMatchObject([{ emergency: true }]);
  });

  it('lasts as long as it says from when it is sent', async () => {
    const id = await prepared({ duration: '90m' });
    desk().world.pass(3_600_000);
    await send(id);
    expect(await requests()).toMatchObject([{ durationSeconds: 5_400, timeText: '90m' }]);
  });

  it('cannot be sent after a day, and says so by itself', async () => {
    const id = await prepared();
    desk().world.pass(day + 60_000);
    await desk().runJobs('show-draft');
    expect(await send(id)).toEqual(refusing('ended'));
    expect(await discardDraft(ports, click(id))).toEqual(refusing('ended'));
    expect(await requests()).toEqual([]);
    expect(textsIn(desk().chat.personal.at(-1)?.message.blocks ?? [])).toEqual([
      '*GitHub · Platform: write*\nThis draft has ended. Nothing was sent.',
    ]);
    expect(await stateOf(id)).toBe('ended');
  });

  it('cannot be sent once it was discarded, nor discarded once it was sent', async () => {
    const [first, second] = [await prepared(), await prepared({ duration: '3h' })];
    expect(await discardDraft(ports, click(first))).toEqual(ok(undefined));
    expect(await send(first)).toEqual(refusing('discarded'));
    expect(await requests()).toEqual([]);
    await send(second);
    expect(await discardDraft(ports, click(second))).toEqual(refusing('sent'));
    expect(await stateOf(second)).toBe('sent');
  });

  it('can be sent, changed, discarded and looked up by nobody else', async () => {
    const id = await prepared();
    expect(await send(id, 'U0CHO')).toEqual(refusing('not-yours'));
    expect(await discardDraft(ports, click(id, 'U0CHO'))).toEqual(refusing('not-yours'));
    expect(await draftToChange(ports, click(id, 'U0CHO'))).toEqual(refusing('not-yours'));
    const check = await callTool(ports, 'check_draft', { draft: id }, callerOf('U0CHO'));
    expect(check).toMatchObject({ mistakes: [{ field: 'draft' }] });
    expect(await send('no such draft')).toEqual(refusing('unknown'));
    expect(await requests()).toEqual([]);
  });

  it('is checked again when it is sent', async () => {
    const id = await prepared();
    await offer({ entitlements: [entitlement({ longestSeconds: 3_600 })] });
    expect(await send(id)).toMatchObject({
      refusal: { kind: 'mistakes', mistakes: [{ field: 'duration', code: 'too-long' }] },
    });
    await offer({ entitlements: [] });
    expect(await send(id)).toMatchObject({
      refusal: { kind: 'mistakes', mistakes: [{ field: 'entitlement', code: 'not-there' }] },
    });
    await offer({ entitlements: [entitlement({ name: 'Platform: owner' })] });
    const renamed = { kind: 'renamed', what: 'GitHub · Platform: owner' };
    expect(await send(id)).toMatchObject({ refusal: renamed });
    await offer({ entitlements: [entitlement()], isHidden: () => true });
    expect(await send(id)).toEqual(refusing('hidden'));
    await offer({ isHidden: () => false });
    await desk().opened();
    expect(await send(id)).toMatchObject(refusing('duplicate'));
    expect(await stateOf(id)).toBe('waiting');
  });

  it('keeps to the limits of a person', async () => {
    const [first, second] = [await prepared(), await prepared({ duration: '3h' })];
    const { limits } = desk().settings;
    await offer({ limits: { ...limits, requests: { most: 1, windowSeconds: 3_600 } } });
    expect(await send(first)).toEqual(ok(undefined));
    expect(await send(second)).toMatchObject(refusing('too-quick'));
    expect(await send(first)).toEqual(refusing('sent'));
  });

  it('is sent, too, where its person changed it in the form', async () => {
    const id = await prepared();
    const change = await draftToChange(ports, click(id));
    expect(change).toMatchObject({ ok: true, value: { content: { timeText: '2h' } } });
    const draftedBy = { kind: 'slackbot', name: 'Slackbot', draftId: id, identityId: 'user-ben' };
    await submitRequest(ports, submittedForm({ draftedBy, durationSeconds: 3_600 }));
    expect(await send(id)).toEqual(refusing('sent'));
    expect(await requests()).toMatchObject([{ durationSeconds: 3_600, draftedBy }]);
  });

  it('is asked for once where it is sent as it is and by its form at the same moment', async () => {
    const id = await prepared();
    const draftedBy = { kind: 'slackbot', name: 'Slackbot', draftId: id, identityId: 'user-ben' };
    const form = submittedForm({ draftedBy, durationSeconds: 3_600 });
    const { sending } = await desk().store.transaction(async (tx) => {
      await keepSubmission(tx, ports, form);
      const answer = send(id);
      await untilLockedOut(desk().kysely, answer);
      return { sending: answer };
    });
    expect(await sending).toMatchObject(refusing('duplicate'));
    expect(await requests()).toHaveLength(1);
  });

  it('is over where the database was restored since', async () => {
    const id = await prepared();
    desk().world.pass(1_000);
    const at = desk().world.now();
    await desk().kysely.insertInto('restores').values({ at, settledAt: null }).execute();
    expect(await send(id)).toEqual(refusing('ended'));
    expect(await desk().store.transaction((tx) => tx.restores.leftOpen())).toContainEqual({
      kind: 'show-draft',
      draftId: id,
    });
  });
});

describe('access that somebody has', () => {
  beforeEach(async () => {
    desk().governance.operations.add('taskRevoke');
    const id = await asked(closedSnapshot());
    const endsAt = new Date(noon.getTime() + 3_600_000);
    await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt }));
  });
  const draftOf = async (kind: string, input: object = {}) =>
    Object((await callTool(ports, 'prepare', { kind, request: 'request-1', ...input })).draft).id;

  it('is given back once its person sends the draft', async () => {
    const id = await draftOf('give-back');
    expect(textsIn(desk().chat.personal[0]?.message.blocks ?? []).slice(1, 3)).toEqual([
      'Send',
      'Discard',
    ]);
    expect(await desk().takeJobs('carry-out-action')).toEqual([]);
    expect(await send(id)).toEqual(ok(undefined));
    expect(await send(id)).toEqual(refusing('sent'));
    expect(await desk().takeJobs('carry-out-action')).toEqual([
      { kind: 'carry-out-action', actionId: `draft:${id}` },
    ]);
  });

  it('is not given back where it is gone before the draft is sent', async () => {
    const id = await draftOf('give-back');
    const end = { endedAt: desk().world.now(), endedBy: 'expired' } as const;
    await desk().kysely.updateTable('grants').set(end).execute();
    expect(await send(id)).toEqual(refusing('not-possible'));
    expect(await desk().takeJobs('carry-out-action')).toEqual([]);
  });

  it('is asked for longer once its person sends the draft', async () => {
    const id = await draftOf('more-time', { duration: '2h', reason: 'not done yet' });
    expect(await send(id)).toEqual(ok(undefined));
    const longer = (await requests()).filter(({ id: requestId }) => requestId !== 'request-1');
    expect(longer).toMatchObject([
      {
        extendsRequestId: 'request-1',
        durationSeconds: 7_200,
        draftedBy: { kind: 'slackbot', name: 'Slackbot', draftId: id, identityId: 'user-ben' },
      },
    ]);
  });

  it('is nobody else’s to give back or extend, with the same answer as for nothing', async () => {
    const cho = callerOf('U0CHO');
    for (const kind of ['give-back', 'more-time']) {
      const more = { kind, duration: '1h', reason: 'because' };
      const [other, nothing] = [
        await callTool(ports, 'prepare', { request: 'request-1', ...more }, cho),
        await callTool(ports, 'prepare', { request: 'no such', ...more }, cho),
      ];
      expect(other).toEqual(nothing);
      expect(other).toMatchObject({ mistakes: [{ field: 'request' }] });
    }
  });

  it('names the mistakes of a request for more time', async () => {
    const more = { kind: 'more-time', request: 'request-1', reason: 'not done yet' };
    const { mistakes } = await callTool(ports, 'prepare', { ...more, duration: 'soon' });
    expect(mistakes).toMatchObject([{ field: 'duration' }]);
  });
});

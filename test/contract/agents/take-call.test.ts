import { describe, expect, it } from 'vitest';
import type { NamedCaller } from '../../../src/extras/agents/identify-caller.ts';
import { laterWork } from '../../../src/extras/agents/index.ts';
import {
  type AgentCall,
  recordCalls,
  takeCall,
} from '../../../src/extras/agents/server/take-call.ts';
import {
  connectAgent,
  connectedAgents,
} from '../../../src/extras/agents/tokens/connected-agents.ts';
import { createPersonLimits } from '../../../src/use-cases/people/limiter.ts';
import { identified } from '../../support/agent-tools.ts';
import { everybodyReads } from '../../support/languages.ts';
import { actor, person } from '../../support/samples.ts';
import { testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const slackbot: NamedCaller = {
  userId: 'U0BEN',
  teamId: 'T0ACME',
  client: { kind: 'slackbot', name: 'Slackbot' },
};
const laptop: NamedCaller = { ...slackbot, client: { kind: 'token', name: 'laptop' } };
const made = { owner: laptop, name: 'laptop' };

const reading = { name: 'my_access' };
const writing = { name: 'prepare' };

function take(call: Partial<AgentCall>, limits = desk().settings.limits) {
  const { deps, world } = desk();
  const all = {
    ...deps,
    limits: createPersonLimits(limits, world),
    languages: everybodyReads('en'),
  };
  return takeCall(all, { named: slackbot, tool: reading, ...call });
}

const details = async () =>
  (await desk().kysely.selectFrom('audit').select(['kind', 'actor', 'detail']).execute()).filter(
    ({ kind }) => kind.startsWith('agent.'),
  );

describe('a call of an agent', () => {
  it('is for the person whom it names', async () => {
    expect(await take({})).toEqual({
      ok: true,
      value: {
        person: { ...actor('U0BEN'), userName: expect.any(String) },
        identityId: 'user-ben',
        client: slackbot.client,
      },
    });
  });

  it('that looks something up is in the trail with an hour of others, however many', async () => {
    for (let number = 0; number < 25; number += 1) await take({});
    await take({ named: laptop });
    await take({ tool: null });
    await recordCalls(desk().deps);
    expect(await details()).toEqual([]);
    desk().world.pass(3_600_001);
    await recordCalls(desk().deps);
    await recordCalls(desk().deps);
    const sums = (await details()).map(({ kind, actor: who, detail }) => [
      kind,
      who,
      JSON.parse(detail),
    ]);
    const startedAt = '2026-03-02T12:00:00.000Z';
    expect(sums).toHaveLength(3);
    expect(sums).toContainEqual([
      'agent.looked-up',
      'U0BEN',
      expect.objectContaining({ client: 'slackbot', tool: 'my_access', calls: 25, startedAt }),
    ]);
    expect(sums).toContainEqual([
      'agent.looked-up',
      'U0BEN',
      expect.objectContaining({ client: 'slackbot', tool: 'unknown', calls: 1 }),
    ]);
  });

  it('is looked for by a process once in five minutes', async () => {
    const lookUpAgain = laterWork();
    await take({});
    desk().world.pass(3_599_000);
    await lookUpAgain(desk().deps);
    desk().world.pass(299_000);
    await lookUpAgain(desk().deps);
    expect(await details()).toEqual([]);
    desk().world.pass(1_000);
    await lookUpAgain(desk().deps);
    expect(await details()).toHaveLength(1);
  });

  it.each([
    ['a guest', { isGuest: true }, 'guest'],
    ['somebody who left', { isDeactivated: true }, 'deactivated'],
    ['somebody of another company', { isExternal: true }, 'external'],
  ])('of %s is refused, leaves no trace, and ends their tokens', async (_who, change, code) => {
    await identified(desk(), 'U0BEN', 'user-ben');
    await connectAgent(desk().deps, { ...made, formId: 'V1' });
    desk().world.pass(60_000);
    desk().directory.add('U0BEN', change);
    expect(await take({ named: laptop, tool: writing })).toMatchObject({
      ok: false,
      refusal: expect.stringContaining(`Reason: ${code}.`),
    });
    expect(await connectedAgents(desk().deps, 'U0BEN')).toEqual([]);
    expect((await details()).map(({ kind }) => kind)).toEqual([
      'agent.connected',
      'agent.disconnected',
    ]);
  });

  it('is refused, and its token ends, once the account is somebody else’s', async () => {
    for (const [formId, identityId] of [
      ['V1', 'user-gone'],
      ['V2', 'user-ben'],
    ] as const) {
      await identified(desk(), 'U0BEN', identityId);
      await connectAgent(desk().deps, { ...made, formId });
    }
    const named = { ...laptop, token: { id: 'V1', identityId: 'user-gone' } };
    expect(await take({ named })).toMatchObject({
      ok: false,
      refusal: expect.stringContaining('Reason: changed-person.'),
    });
    expect((await connectedAgents(desk().deps, 'U0BEN')).map(({ id }) => id)).toEqual(['V2']);
    expect(JSON.parse((await details()).at(-1)?.detail ?? '')).toMatchObject({ end: 'left' });
    const own = { ...laptop, token: { id: 'V2', identityId: 'user-ben' } };
    expect(await take({ named: own })).toMatchObject({ ok: true });
  });

  it('of somebody who left is refused within a minute after they were seen', async () => {
    expect(await take({})).toMatchObject({ ok: true });
    desk().directory.add('U0BEN', { isDeactivated: true });
    desk().world.pass(59_000);
    expect(await take({})).toMatchObject({ ok: true });
    desk().world.pass(1_000);
    expect(await take({})).toMatchObject({ ok: false });
  });

  it('ends no token where the service does not know the person just now', async () => {
    await identified(desk(), 'U0BEN', 'user-ben');
    await connectAgent(desk().deps, { ...made, formId: 'V1' });
    desk().world.pass(60_000);
    desk().governance.people.delete(person('user-ben').email ?? '');
    expect(await take({ named: laptop })).toMatchObject({ ok: false });
    expect(await connectedAgents(desk().deps, 'U0BEN')).toHaveLength(1);
  });

  it('counts against a limit of its own', async () => {
    const limits = testSettings().limits;
    const { deps, world } = desk();
    const own = { ...limits, agents: { most: 2, windowSeconds: 60 } };
    const all = {
      ...deps,
      limits: createPersonLimits(own, world),
      languages: everybodyReads('en'),
    };
    const call = { named: slackbot, tool: reading };
    for (const isTaken of [true, true, false]) expect((await takeCall(all, call)).ok).toBe(isTaken);
  });
});

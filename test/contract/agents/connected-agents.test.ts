import { beforeEach, describe, expect, it } from 'vitest';
import { agentRows, pruneAgents } from '../../../src/extras/agents/agent-tables.ts';
import { draftJobs } from '../../../src/extras/agents/index.ts';
import { agentsCommand } from '../../../src/extras/agents/tokens/agents-clicked.ts';
import {
  agentOfToken,
  connectAgent,
  connectedAgents,
  disconnect,
} from '../../../src/extras/agents/tokens/connected-agents.ts';
import { rowsOfExtra } from '../../../src/store/transaction.ts';
import { chatDesk, englishOf, unasked } from '../../support/admin-chat.ts';
import { callerOf, callTool, identified, portsOf } from '../../support/agent-tools.ts';
import { github } from '../../support/request-forms.ts';
import { entitlement } from '../../support/samples.ts';
import { testSettings, withoutAgents } from '../../support/test-settings.ts';
import { untilLockedOut } from '../../support/until-locked-out.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk({ jobs: draftJobs });
const ben = { userId: 'U0BEN', teamId: 'T0ACME' };
const ana = { userId: 'U0ANA', teamId: 'T0ACME' };
const dayMs = 86_400_000;

beforeEach(async () => {
  await identified(desk(), 'U0BEN', 'user-ben');
  await identified(desk(), 'U0ANA', 'user-ana');
});

async function tokenOf(owner: typeof ben, formId: string, name = 'laptop'): Promise<string> {
  const connected = await connectAgent(desk().deps, { owner, name, formId });
  return connected.kind === 'connected' ? connected.token : connected.kind;
}

const revoke = (owner: typeof ben, tokenId: string) =>
  disconnect(desk().deps, { ...owner, tokenId }, 'revoked');
const agentWith = (token: string) => agentOfToken(desk().deps, `Bearer ${token}`);
const names = async (userId: string) =>
  (await connectedAgents(desk().deps, userId)).map(({ name }) => name);

describe('a token of an agent', () => {
  it('names the person and the agent, for thirty days', async () => {
    const token = await tokenOf(ben, 'V1');
    const agent = {
      ...ben,
      client: { kind: 'token', name: 'laptop' },
      token: { id: 'V1', identityId: 'user-ben' },
    };
    expect(await agentWith(token)).toEqual(agent);
    desk().world.pass(30 * dayMs - 1);
    expect(await agentWith(token)).toEqual(agent);
    desk().world.pass(1);
    expect(await agentWith(token)).toBe(null);
  });

  it('is not in the database', async () => {
    const token = await tokenOf(ben, 'V1');
    const rows = JSON.stringify(await connectedAgents(desk().deps, 'U0BEN'));
    expect(rows).toContain('laptop');
    expect(rows).not.toContain(token.slice(7, 40));
  });

  it('is made once for a form that Slack sends twice', async () => {
    await tokenOf(ben, 'V1');
    expect(await tokenOf(ben, 'V1')).toBe('repeated');
    expect(await names('U0BEN')).toEqual(['laptop']);
  });

  it('is not made for whom nobody found when the form was opened', async () => {
    expect(await tokenOf({ ...ben, userId: 'U0CHO' }, 'V1')).toBe('unanswered');
  });

  it('is one of ten at most', async () => {
    for (let number = 1; number <= 10; number += 1) await tokenOf(ben, `V${number}`);
    expect(await tokenOf(ben, 'V11')).toBe('too-many');
    await revoke(ben, 'V3');
    expect(await tokenOf(ben, 'V12')).toMatch(/^accbot_/);
  });

  it('is one of ten at most where two forms are submitted at the same moment', async () => {
    for (let number = 1; number <= 9; number += 1) await tokenOf(ben, `V${number}`);
    const { connecting } = await desk().store.transaction(async (tx) => {
      const rows = rowsOfExtra(tx, agentRows);
      await rows.lockAccount('U0BEN');
      const row = {
        slackUserId: 'U0BEN',
        teamId: 'T0ACME',
        identityId: 'user-ben',
        id: 'V10',
        name: 'the tenth',
        hash: '',
      };
      const endsAt = new Date(tx.at.getTime() + dayMs);
      await rows.insertToken({ ...row, createdAt: tx.at, endsAt });
      const answer = tokenOf(ben, 'V11');
      await untilLockedOut(desk().kysely, answer);
      return { connecting: answer };
    });
    expect(await connecting).toBe('too-many');
  });

  it('ends when its person revokes it, and not when somebody else does', async () => {
    const token = await tokenOf(ben, 'V1');
    await revoke(ana, 'V1');
    await revoke({ ...ben, teamId: 'T0OTHER' }, 'V1');
    expect(await agentWith(token)).not.toBe(null);
    await revoke(ben, 'V1');
    expect(await agentWith(token)).toBe(null);
    expect(await desk().audited()).toEqual(['agent.connected', 'agent.disconnected']);
  });

  it('that is revoked while its agent calls leaves no draft', async () => {
    await tokenOf(ben, 'V1');
    const caller = { ...callerOf('U0BEN', { kind: 'token', name: 'laptop' }), tokenId: 'V1' };
    const ports = await portsOf(desk(), { apps: [github], entitlements: [entitlement()] });
    const prepare = async (duration: string) => {
      const input = { app: 'GitHub', access: 'Platform: write', duration, reason: 'INC-42' };
      return callTool(ports, 'prepare', input, caller);
    };
    expect(await prepare('1h')).toMatchObject({ draft: { state: 'waiting' } });
    await revoke(ben, 'V1');
    expect(await prepare('2h')).toMatchObject({
      mistakes: [{ field: 'draft', says: expect.stringContaining('This token has ended') }],
    });
  });

  it('ends with everybody’s, by the operator', async () => {
    const tokens = [await tokenOf(ben, 'V1'), await tokenOf(ana, 'V2')];
    expect(await disconnect(desk().deps, 'everybody', 'operator')).toBe(2);
    expect(await Promise.all(tokens.map(agentWith))).toEqual([null, null]);
  });

  it('is neither made nor taken where the operator allows none', async () => {
    const token = await tokenOf(ben, 'V1');
    desk().settings = testSettings({ agents: { ...withoutAgents, tokens: 'refuse' } });
    expect(await tokenOf(ben, 'V2')).toBe('off');
    expect(await agentWith(token)).toBe(null);
  });

  it('shows when it was last used, to the minute', async () => {
    const token = await tokenOf(ben, 'V1');
    const lastUse = async () => (await connectedAgents(desk().deps, 'U0BEN'))[0]?.lastUsedAt;
    expect(await lastUse()).toBe(null);
    await agentWith(token);
    const first = desk().world.now();
    desk().world.pass(59_000);
    await agentWith(token);
    expect(await lastUse()).toEqual(first);
    desk().world.pass(1_000);
    await agentWith(token);
    expect(await lastUse()).toEqual(desk().world.now());
  });

  it('is kept as long as messages after its end', async () => {
    await tokenOf(ben, 'V1');
    await revoke(ben, 'V1');
    const endedAt = desk().world.now();
    const left = (notices: Date) =>
      desk().store.transaction(async (tx) => {
        await pruneAgents(tx, { requests: notices, notices });
        return (await desk().kysely.selectFrom('audit').select('seq').execute()).length;
      });
    await left(endedAt);
    expect(await tokenOf(ben, 'V1')).toBe('repeated');
    await left(new Date(endedAt.getTime() + 1));
    expect(await tokenOf(ben, 'V1')).toMatch(/^accbot_/);
  });
});

it('an administrator reads whose agents are connected, when they were used, and until when', async () => {
  const typed = async () => {
    const moreCommands = { agents: agentsCommand(desk().deps) };
    return englishOf(await chatDesk(unasked, { moreCommands }).administer('U0HANA', 'agents'));
  };
  expect(await typed()).toBe('No agent is connected.');
  await tokenOf(ana, 'V1', 'desktop');
  await agentWith(await tokenOf(ben, 'V2'));
  await tokenOf(ben, 'V3', 'ended');
  await revoke(ben, 'V3');
  const [today, end] = [0, 30].map((days) =>
    new Date(desk().world.now().getTime() + days * dayMs).toISOString().slice(0, 10),
  );
  expect(await typed()).toBe(
    `Ben Okafor: “laptop”, used on ${today}, until ${end}\nU0ANA: “desktop”, never used, until ${end}`,
  );
});

import { expect, it } from 'vitest';
import { callerOf, callTool, portsOf } from '../../support/agent-tools.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { closedSnapshot, noon, snapshot } from '../../support/samples.ts';
import { testApp, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { asked } = openingHomes(desk);

async function answerOf(name: string, input: unknown = {}, userId = 'U0BEN') {
  const ports = await portsOf(desk(), { apps: [], entitlements: [] });
  return callTool(ports, name, input, callerOf(userId));
}

it('tells somebody the state of their requests in words, with a link', async () => {
  await asked(snapshot());
  expect(await answerOf('my_access')).toMatchObject({
    requests: [
      {
        app: 'GitHub',
        access: 'Platform: write',
        standing: 'open',
        number: '1042',
        says: 'Waiting for Ana or Cho · asked 2 Mar 2026, 12:00 UTC',
        link: 'https://acme.example/task/1042',
        canPrepare: [],
      },
    ],
    leftOut: 0,
  });
});

it('does not tell who decides about a confidential app', async () => {
  await asked(snapshot());
  const ports = await portsOf(desk(), { apps: [], entitlements: [] });
  const settings = testSettings({ apps: [testApp({ id: 'app-github', confidential: true })] });
  const told = JSON.stringify(await callTool({ ...ports, settings }, 'my_access', {}));
  expect(told).toContain('Waiting for somebody');
  expect(told).not.toMatch(/Ana|Cho/);
});

it('tells nobody the requests of others', async () => {
  await asked(snapshot());
  expect(await answerOf('my_access', {}, 'U0CHO')).toEqual({ requests: [], leftOut: 0 });
});

it('tells what somebody has, until when, and what can be done about it', async () => {
  desk().governance.operations.add('taskRevoke');
  const id = await asked(closedSnapshot());
  const endsAt = new Date(noon.getTime() + 3_600_000);
  await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt }));
  expect(await answerOf('my_access')).toMatchObject({
    requests: [
      {
        id,
        standing: 'active',
        endsAt: '2026-03-02T13:00:00.000Z',
        says: expect.stringContaining('until 2 Mar 2026, 13:00 UTC'),
        canPrepare: ['more-time', 'give-back'],
      },
    ],
  });
});

it('lets nobody prepare anything about what a colleague has, not even who asked for it', async () => {
  desk().governance.operations.add('taskRevoke');
  const id = await asked(closedSnapshot(), { targetSlackId: 'U0CHO' });
  await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt: null }));
  expect(await answerOf('my_access')).toMatchObject({ requests: [{ id, canPrepare: [] }] });
  expect(await answerOf('my_access', {}, 'U0CHO')).toMatchObject({
    requests: [{ id, canPrepare: ['give-back'] }],
  });
  for (const kind of ['give-back', 'more-time']) {
    const input = { kind, request: id, duration: '1h', reason: 'not done yet' };
    expect(await answerOf('prepare', input)).toMatchObject({ mistakes: [{ field: 'request' }] });
  }
});

import { expect, it } from 'vitest';
import { callerOf, callTool, portsOf } from '../../support/agent-tools.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { closedSnapshot, noon, snapshot } from '../../support/samples.ts';
import { messageMistakes, textsIn } from '../../support/slack-limits.ts';
import { testApp, testSettings } from '../../support/test-settings.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { asked } = openingHomes(desk);

async function answerOf(name: string, input: unknown = {}, userId = 'U0BEN') {
  const ports = await portsOf(desk(), { apps: [], entitlements: [] });
  return callTool(ports, name, input, callerOf(userId));
}

it('tells somebody the state of their open requests in words', async () => {
  await asked(snapshot());
  const { structured, text } = await answerOf('my_requests');
  expect(structured).toMatchObject({
    requests: [{ app: 'GitHub', access: 'Platform: write', standing: 'open', number: '1042' }],
    leftOut: 0,
  });
  expect(text).toBe(
    [
      '- GitHub · Platform: write (#1042)',
      '  waiting for Ana or Cho · asked 2 Mar 2026, 12:00 UTC',
      '  https://acme.example/task/1042',
    ].join('\n'),
  );
});

it('does not tell who decides about a confidential app', async () => {
  await asked(snapshot());
  const ports = await portsOf(desk(), { apps: [], entitlements: [] });
  const settings = testSettings({ apps: [testApp({ id: 'app-github', confidential: true })] });
  const { structured, text, blocks } = await callTool({ ...ports, settings }, 'my_requests', {});
  expect(text).toContain('waiting for somebody');
  expect(JSON.stringify([structured, text, blocks])).not.toMatch(/Ana|Cho/);
});

it('shows them in Slack as blocks that Slack takes, with a link for each', async () => {
  await asked(snapshot());
  const { blocks = [] } = await answerOf('my_requests');
  expect(messageMistakes({ text: 'shown nowhere', blocks: [...blocks] })).toEqual([]);
  expect(blocks).toHaveLength(1);
  const [words] = textsIn(blocks);
  expect(words).toContain('*GitHub · Platform: write* (#1042)\nwaiting for Ana or Cho · ');
  expect(words).toContain('\n<https://acme.example/task/1042|Open>');
});

it('shows no blocks where there is nothing', async () => {
  expect((await answerOf('my_requests')).blocks).toBeUndefined();
});

it('tells nobody the requests of others', async () => {
  await asked(snapshot());
  const { structured, text } = await answerOf('my_requests', { which: 'all' }, 'U0CHO');
  expect(structured).toEqual({ requests: [], leftOut: 0 });
  expect(text).toBe('There are no such requests.');
});

it('tells what somebody has, until when', async () => {
  const id = await asked(closedSnapshot());
  const endsAt = new Date(noon.getTime() + 3_600_000);
  await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt }));
  expect((await answerOf('my_requests')).structured).toMatchObject({ requests: [] });
  const { structured, text } = await answerOf('my_access');
  expect(structured).toMatchObject({
    requests: [{ id, standing: 'active', endsAt: '2026-03-02T13:00:00.000Z' }],
  });
  expect(text).toContain('until 2 Mar 2026, 13:00 UTC');
});

it('tells nobody what a colleague has, not even those who asked for it', async () => {
  const id = await asked(closedSnapshot(), { targetSlackId: 'U0CHO' });
  await desk().store.transaction((tx) => tx.grants.begin(id, { startedAt: noon, endsAt: null }));
  expect((await answerOf('my_access')).structured).toEqual({ requests: [], leftOut: 0 });
  expect((await answerOf('my_access', {}, 'U0CHO')).structured).toMatchObject({
    requests: [{ id, standing: 'active' }],
  });
  for (const name of ['prepare_give_back', 'prepare_extension']) {
    const input = { request: id, duration: '1h', reason: 'not done yet' };
    expect((await answerOf(name, input)).structured).toMatchObject({ draft: null });
  }
});

import { expect, it } from 'vitest';
import { fewLookups, newToken } from '../../../src/extras/agents/tokens/connected-agents.ts';

const agent = {
  userId: 'U0BEN',
  teamId: 'T0ACME',
  client: { kind: 'token', name: 'laptop' },
} as const;

it('unknown tokens take two look-ups at once, each once, and who comes after too many is refused', async () => {
  const good = `Bearer ${newToken()}`;
  const bad = Array.from({ length: 900 }, () => `Bearer ${newToken()}`);
  const asked: string[] = [];
  let [running, most] = [0, 0];
  const agentOf = fewLookups(async (header = '') => {
    asked.push(header);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return header === good ? agent : null;
  });
  const answers = await Promise.allSettled(bad.map(agentOf));
  expect(most).toBe(2);
  expect(asked).toHaveLength(52);
  expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(848);
  expect(await agentOf(bad[0])).toBe(null);
  expect(await agentOf(good)).toBe(agent);
  expect(asked).toHaveLength(53);
});

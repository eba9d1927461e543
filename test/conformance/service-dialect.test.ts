import { expect, test } from 'vitest';
import { at, listAt, textAt } from '../../conformance/json-places.ts';
import { runService } from './service-client.ts';

const deployed = () => runService({ dialect: 'deployed' });

test('deployments spell names and values in their own way', async () => {
  await using running = await deployed();
  const { client } = running;
  const task = await client.granted({ source: { conversationId: 'C0REVIEWS' } });
  expect(at(task, 'origin')).toBe('TASK_ORIGIN_SLACK');
  const mcp = JSON.stringify((await client.get('/api/v1/apps/app-github/mcp_servers')).body);
  expect(mcp).toContain('awsAccessKeyId');
  expect(mcp).not.toContain('cloudAccessKeyId');
  const policies = await client.post('/api/v1/search/credential-inventory-policies', {
    pageSize: 100,
  });
  expect(
    listAt(policies.body, 'list').some((one) => at(one, 'delegated', 'googleEnabled') === true),
  ).toBe(true);
  const rule = await client.get('/api/v1/findings/routing-rules/rule-unused-access');
  expect(JSON.stringify(rule.body)).toContain('slackChannel');
});

test('deployments send null for lists without entries, and an empty page as a list', async () => {
  await using running = await deployed();
  const task = await running.client.granted();
  expect(at(task, 'approverIds')).toBeNull();
  expect(
    at((await running.client.get('/api/v1/apps/app-ledger/mcp_servers')).body, 'list'),
  ).toEqual([]);
});

test('deployments answer the first page again when they declare no parameters', async () => {
  await using running = await deployed();
  const path = '/api/v1/automation_executions';
  const first = await running.client.get(path);
  const token = textAt(first.body, 'nextPageToken');
  expect((await running.client.get(`${path}?page_token=${token}&pageToken=${token}`)).body).toEqual(
    first.body,
  );
});

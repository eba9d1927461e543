import { expect, it } from 'vitest';
import { answeringClient, fullAnswers, pageOf, testDesk } from '../support/admin-answers.ts';

const desk = () => testDesk(answeringClient(fullAnswers()));

it('audit shows the newest entries first, a page at a time', async () => {
  const first = await pageOf(desk(), ['audit', '--since', '2026-11-01', '--actor', '<@U0ANA|ana>']);
  expect(first.records.map(({ title }) => title).slice(0, 2)).toEqual(['request.asked (25)', 'request.asked (24)']);
  expect(first.records[0]?.fields.at(-1)?.text).toBe('filter: (since: 2026-11-01T00:00:00.000Z, actor: U0ANA)');
  expect(first.next).toEqual(expect.arrayContaining(['audit', '--page-token=16']));
  const last = await pageOf(desk(), ['audit', '--page-token', '6']);
  expect([last.records.length, last.next]).toEqual([5, null]);
});

it('audit names what is wrong with a flag', async () => {
  const answer = await desk().administer({ via: 'chat', slackUserId: 'U0HANA' }, 'audit --until yesterday');
  expect(answer).toMatchObject({ kind: 'mistake', words: expect.stringContaining('--until is “yesterday”') });
});

it('doctor shows what it found, with a state each', async () => {
  const { records } = await pageOf(desk(), ['doctor']);
  expect(records).toMatchObject([{ title: 'Slack token', fields: [{ label: 'ok', text: 'works as access in Acme' }] }]);
});

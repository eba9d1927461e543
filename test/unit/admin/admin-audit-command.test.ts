import { expect, it } from 'vitest';
import { z } from 'zod';
import type { AdminPage } from '../../../src/domain/admin/admin-answer.ts';
import { answeringClient, fullAnswers, pageOf, testDesk } from '../../support/admin-answers.ts';

const desk = () => testDesk(answeringClient(fullAnswers()));

/** The entries of a page, as machines get them. */
const linesOf = ({ json }: AdminPage) =>
  z.object({ list: z.array(z.looseObject({ seq: z.int() })) }).parse(json).list;
const seqsOf = (page: AdminPage) => linesOf(page).map(({ seq }) => seq);

it('audit shows the newest entries first, a page at a time', async () => {
  const first = await pageOf(desk(), ['audit', '--since', '2026-11-01', '--actor', '<@U0ANA|ana>']);
  expect(first.records.slice(0, 2)).toMatchObject([
    { title: 'Ana Reyes requested #1018: “for the release”' },
    { title: 'Ana Reyes requested #1018: “for the release”' },
  ]);
  expect(linesOf(first)[0]).toMatchObject({
    detail: { filter: { since: '2026-11-01T00:00:00.000Z', actor: 'U0ANA' } },
  });
  expect(first.next).toEqual(expect.arrayContaining(['audit', '--page-token=15']));
  const last = await pageOf(desk(), ['audit', '--page-token', '6']);
  expect([last.records.length, last.next]).toEqual([4, null]);
});

it('audit leaves deliveries out and says how many, unless they are asked for', async () => {
  const first = await pageOf(desk(), ['audit']);
  expect(seqsOf(first)).toEqual([25, 24, 23, 22, 21, 19, 18, 17, 16, 15]);
  expect(first.notes).toEqual(['Deliveries left out: 1. Add --deliveries to see them.']);
  const second = await pageOf(desk(), first.next ?? []);
  expect(seqsOf(second)).toEqual([14, 13, 12, 11, 9, 8, 7, 6, 4, 3]);
  const all = await pageOf(desk(), ['audit', '--deliveries']);
  expect([all.records[5]?.title, all.notes]).toEqual(['#1018 has its card posted', []]);
});

it('audit finds the actor by name, and says who else has it', async () => {
  const ana = {
    slackUserId: 'U0ANA',
    id: 'user-ana',
    name: 'Ana Reyes',
    email: 'ana@acme.example',
  };
  const known = [ana, { ...ana, slackUserId: 'U0ANN', email: 'ann@acme.example' }];
  const alone = testDesk(answeringClient(fullAnswers()), undefined, [ana]);
  const page = await pageOf(alone, ['audit', '--actor', 'Ana Reyes']);
  expect(linesOf(page)[0]).toMatchObject({ detail: { filter: { actor: 'U0ANA' } } });
  expect(page.next).toContain('--actor=U0ANA');
  const both = testDesk(answeringClient(fullAnswers()), undefined, known);
  expect(
    await both.administer({ via: 'chat', slackUserId: 'U0HANA' }, 'audit --actor "Ana Reyes"'),
  ).toMatchObject({
    kind: 'mistake',
    words: expect.stringMatching(/^2 people .*U0ANA\); .*U0ANN\)\. Type the id .* such as U0ANA\./),
  });
});

it('audit takes how long ago, and its next page is about the same time', async () => {
  const first = await pageOf(desk(), ['audit', '--since', '90m']);
  expect(linesOf(first)[0]).toMatchObject({
    detail: { filter: { since: '2026-03-02T10:30:00.000Z' } },
  });
  expect(first.next).toContain('--since=2026-03-02T10:30:00.000Z');
});

it('audit names what is wrong with a flag', async () => {
  const answer = await desk().administer(
    { via: 'chat', slackUserId: 'U0HANA' },
    'audit --until yesterday',
  );
  expect(answer).toMatchObject({
    kind: 'mistake',
    words: expect.stringContaining('--until is “yesterday”'),
  });
});

it('doctor shows what it found, with a state each', async () => {
  const { records } = await pageOf(desk(), ['doctor']);
  expect(records).toMatchObject([
    { title: 'Slack token', fields: [{ label: 'ok', text: 'works as access in Acme' }] },
  ]);
});

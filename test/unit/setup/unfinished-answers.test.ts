import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { unfinishedAnswers } from '../../../src/operator/setup/files/unfinished-answers.ts';
import { enter, scriptedPrompts } from '../../support/scripted-prompts.ts';
import { temporaryFolder } from '../../support/until.ts';

const choices = [
  { value: 'a', label: 'A' },
  { value: 'b', label: 'B' },
];

/** What a run is answered, asked all kinds of questions. */
async function run(
  path: string,
  script: Parameters<typeof scriptedPrompts>[0],
  wrong: string | null = null,
) {
  const { prompts, forget } = unfinishedAnswers(scriptedPrompts(script), path);
  const answers = [
    await prompts.text('Zone?', 'UTC'),
    await prompts.choose('One?', choices, 'a'),
    await prompts.chooseSome('Some?', choices, []),
    await prompts.confirm('May they?', false),
    await prompts.secret('Token? Enter keeps the one that is there.'),
  ];
  if (wrong !== null) await prompts.wrong(wrong);
  return { answers, forget };
}

const all = (answer: (question: string) => typeof enter | string | boolean | string[]) =>
  ['Zone?', 'One?', 'Some?', 'May they?', 'Token?'].map(
    (question) => [question, answer(question)] as const,
  );

const typed: Readonly<Record<string, string | boolean | string[]>> = {
  'Zone?': 'Asia/Tokyo',
  'One?': 'b',
  'Some?': ['b'],
  'May they?': true,
  'Token?': 'xoxb-1',
};

it('offers what was answered before, but no yes, until it is forgotten', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const path = join(folder.path, '.env.unfinished');
  await run(
    path,
    all((question) => typed[question] ?? enter),
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const next = await run(
    path,
    all(() => enter),
  );
  expect(next.answers).toEqual(['Asia/Tokyo', 'b', ['b'], false, 'xoxb-1']);
  // What was wrong is not offered.
  await run(
    path,
    all(() => enter),
    'Slack refuses it.',
  );
  const third = await run(
    path,
    all(() => enter),
  );
  expect(third.answers).toEqual(['Asia/Tokyo', 'b', ['b'], false, '']);
  third.forget();
  expect(existsSync(path)).toBe(false);
  expect(
    (
      await run(
        path,
        all(() => enter),
      )
    ).answers,
  ).toEqual(['UTC', 'a', [], false, '']);
});

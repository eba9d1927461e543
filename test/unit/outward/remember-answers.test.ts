import { expect, it } from 'vitest';
import { rememberAnswers } from '../../../src/use-cases/ports/remember-answers.ts';

it('asks again for what nobody wanted to know for longer than for 10,000 others', async () => {
  const questions: string[] = [];
  const ask = rememberAnswers(async (question: string) => {
    questions.push(question);
    return question;
  });
  for (let count = 0; count < 10_000; count += 1) await ask(`answer ${count}`);
  await ask('answer 0');
  await ask('one more');
  questions.length = 0;
  for (const question of ['answer 0', 'one more', 'answer 2', 'answer 1']) await ask(question);
  expect(questions).toEqual(['answer 1']);
});

import { expect, it } from 'vitest';
import { botEndWords } from '../../../sandbox/bot-process.ts';

it.each([
  [{ exitCode: 1, signal: null }, 'The bot has ended with exit code 1; /data/bot.log says why.'],
  [
    { exitCode: null, signal: 'SIGKILL' },
    'The bot was ended by SIGKILL; /data/bot.log says what it did before.',
  ],
] as const)('says how the bot ended: %j', (end, words) => {
  expect(botEndWords(end, '/data/bot.log')).toBe(words);
});

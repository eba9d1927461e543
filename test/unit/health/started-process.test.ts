import { describe, expect, it, onTestFinished } from 'vitest';
import { StartedProcess } from '../../support/started-process.ts';

function node(script: string, hasMessages = false): StartedProcess {
  const started = new StartedProcess({ name: 'the bot', args: ['--eval', script], hasMessages });
  onTestFinished(async () => {
    await started.end('SIGKILL').catch(() => undefined);
  });
  return started;
}

const stays = 'setInterval(() => undefined, 1_000);';

describe('a process that a test starts', () => {
  it('resolves with what its output tells', async () => {
    const bot = node(`console.log('ready at port 4711'); ${stays}`);
    const port = await bot.says('is ready', (output) => /port (\d+)\n/.exec(output)?.[1]);
    expect(port).toBe('4711');
  });

  it('fails at once, with its output, when the process ends before it was ready', async () => {
    const bot = node(
      `console.log('half of it'); console.error('no such table'); process.exitCode = 3;`,
    );
    const ready = bot.says('is ready', (output) => output.includes('never'), 3_600_000);
    await expect(ready).rejects.toThrow(/^the bot ended with 3 before it is ready\. Its output:\n/);
    await expect(ready).rejects.toThrow('half of it');
    await expect(ready).rejects.toThrow('no such table');
  });

  it('fails with its output when the process is not ready in time', async () => {
    const bot = node(`console.error('waits for a lock'); ${stays}`);
    await bot.says('begins', (output) => output.includes('lock'));
    const ready = bot.says('is ready', (output) => output.includes('never'), 1);
    await expect(ready).rejects.toThrow('within 0.001 s it never happened that the bot is ready');
    await expect(ready).rejects.toThrow('waits for a lock');
  });

  it('fails at once when the process ends instead of sending its message', async () => {
    const bot = node(`process.on('message', () => process.exit(4)); process.send('ready');`, true);
    expect(await bot.message('is ready')).toBe('ready');
    await expect(bot.ask('how are you')).rejects.toThrow(
      'the bot ended with 4 before it answers "how are you"',
    );
  });

  it('says that a program is not there', async () => {
    const missing = new StartedProcess({
      name: 'PostgreSQL',
      command: '/nowhere/postgres',
      args: [],
    });
    await expect(missing.says('is ready', () => false)).rejects.toThrow(
      'PostgreSQL cannot be started',
    );
  });
});

import { expect, it, onTestFinished } from 'vitest';
import { SlackWorld } from '../support/bot-world.ts';
import { startSlack } from '../support/stand-ins.ts';

it('a world is not quiet while its bot waits for a moment to pass, although it calls nobody', async () => {
  const slack = await startSlack();
  onTestFinished(() => slack.close());
  let looks = 0;
  class WaitingWorld extends SlackWorld {
    protected override isIdle(): boolean {
      looks += 1;
      return looks > 5;
    }
  }
  await new WaitingWorld(slack).quiet();
  expect(looks).toBe(35);
});

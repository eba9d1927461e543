import { describe, expect, it } from 'vitest';
import { createCallbackVault } from '../../../src/extras/webhooks/step-callbacks.ts';
import { callbackLook } from '../../../src/extras/webhooks/webhook-checks.ts';
import { delivering, webhookTask } from '../../support/delivering.ts';
import { judged } from '../../support/told-checks.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { start, deliver } = delivering(desk);
const oldKey = Buffer.alloc(32, 1);
const newKey = Buffer.alloc(32, 2);

/** What the doctor says with these keys, in this order; without any, webhooks are not set up. */
async function saidWith(...keys: readonly Buffer[]): Promise<readonly string[]> {
  const key = keys.map((one) => one.toString('base64')).join(',');
  const webhooks = keys.length === 0 ? null : { publicUrl: 'https://bot.acme.example', key };
  const checks = await judged([callbackLook(desk(), { webhooks })]);
  return checks.map(({ what, state, says }) => `${state} ${what}: ${says}`);
}

describe('the doctor’s check of waiting callbacks', () => {
  it('says nothing while no step waits', async () => {
    expect(await saidWith(oldKey)).toEqual([]);
  });

  it('confirms the key that sealed them, and says what to do where it is not set', async () => {
    start();
    await desk().opened(webhookTask());
    const url = 'https://acme.example/api/v1/webhooks/callback/secret-token';
    await deliver(webhookTask(), {
      callback: createCallbackVault([oldKey]).seal(url, 'hook of task-1 step-1'),
    });
    const opens = 'ok answers to waiting steps: 1 of 1 open with WEBHOOK_KEY';
    expect(await saidWith(oldKey)).toEqual([opens]);
    expect(await saidWith(newKey, oldKey)).toEqual([opens]);
    const locked = await saidWith(newKey);
    expect(locked).toEqual([
      expect.stringMatching(
        /^error answers to waiting steps: 1 of 1 do not open .* behind the new one with a comma/,
      ),
    ]);
    expect(await saidWith()).toEqual(locked);
  });
});

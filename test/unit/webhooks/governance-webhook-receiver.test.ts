import { describe, expect, it } from 'vitest';
import { CannotOpen, createCallbackVault } from '../../../src/extras/webhooks/step-callbacks.ts';
import {
  deliveryBody as delivered,
  receiving,
  tenantOrigin,
  tokenFor,
} from '../../support/receiving.ts';

const { rig, post, signed } = receiving();

describe('a delivery', () => {
  it('is kept with a sealed callback before it is answered', async () => {
    expect(await signed(delivered())).toBe(202);
    expect(rig().kept).toMatchObject([{ webhookId: 'hook-1', event: 'approval-step' }]);
    expect(JSON.stringify(rig().kept)).not.toContain('secret-token');
  });

  it('is accepted in any case of the scheme', async () => {
    expect(await signed(delivered(), {}, {}, 'Bearer')).toBe(202);
  });

  it('is answered alike when it is repeated', async () => {
    rig().keeping = 'repeated';
    expect(await signed(delivered())).toBe(202);
    expect(rig().log.counts).toMatchObject({ kept: 0, repeated: 1 });
  });

  it.each([
    ['with the id of another one', 'other-body', 400],
    ['while the database is down', 'fails', 503],
  ] as const)('%s is not kept', async (_what, outcome, status) => {
    rig().keeping = outcome;
    expect(await signed(delivered())).toBe(status);
    expect(rig().log.trouble).not.toBeNull();
  });

  it('without an id is refused', async () => {
    expect(await signed(delivered({ webhookId: '' }))).toBe(400);
    expect(rig().kept).toEqual([]);
  });

  it.each([
    ['an event that the bot does not know', { event: 'c1.webhooks.v1.PayloadNew' }, 'unknown'],
    ['an event that is no word', { event: 7 }, 'unknown'],
    ['a later version', { version: 'v2' }, 'approval-step'],
    ['no version', { version: undefined }, 'approval-step'],
  ])('with %s is kept as one that tells nothing', async (_what, change, event) => {
    expect(await signed(delivered(change))).toBe(202);
    expect(rig().kept).toMatchObject([{ event, payload: {} }]);
    expect(rig().kept[0]?.callback).not.toBeNull();
  });

  it.each([
    ['a list', []],
    ['a word', 'task'],
    ['nothing', undefined],
  ])('whose payload is %s is kept as one without a task', async (_what, payload) => {
    expect(await signed(delivered({ payload }))).toBe(202);
    expect(rig().kept).toMatchObject([{ event: 'approval-step', payload: {} }]);
  });

  it('of a test is answered at once', async () => {
    const test = { event: 'c1.webhooks.v1.PayloadTest', callbackUrl: '', payload: {} };
    expect(await signed(delivered(test))).toBe(200);
    expect(rig().kept).toMatchObject([{ event: 'test', callback: null }]);
  });

  it('that is too long is not read to its end', async () => {
    expect(await signed('x'.repeat(2 * 1024 * 1024))).toBe(413);
    expect(rig().keyReads).toBe(0);
  });
});

describe('a forged delivery', () => {
  it('costs no call to the database, and one look at the keys, however many there are', async () => {
    const statuses = new Set<number>();
    for (let count = 0; count < 300; count += 1) {
      const body = delivered({ webhookId: `forged-${count}` });
      const token = tokenFor(rig(), body, { header: { kid: `unknown-${count}` } });
      statuses.add(await post(body, { authorization: `bearer ${token}` }));
    }
    expect([...statuses]).toEqual([401]);
    expect(rig().kept).toEqual([]);
    expect(rig().keyReads).toBe(1);
    expect(rig().log.counts['forged']).toBe(300);
  });

  it('costs one look in ten seconds while the keys cannot be read', async () => {
    rig().keyAnswer = () => new Response('', { status: 503 });
    for (let count = 0; count < 20; count += 1) expect(await signed(delivered())).toBe(503);
    expect(rig().keyReads).toBe(1);
    rig().clockMs += 10_000;
    expect(await signed(delivered())).toBe(503);
    expect(rig().keyReads).toBe(2);
  });

  it.each([
    [
      'a redirect',
      () => new Response('', { status: 302, headers: { location: 'https://x.example' } }),
    ],
    ['an endless list', () => new Response('x'.repeat(1024 * 1024))],
    ['no keys', () => Response.json({})],
  ])('is not believed when the keys are %s', async (_what, answer) => {
    rig().keyAnswer = answer;
    expect(await signed(delivered())).toBe(503);
    expect(rig().kept).toEqual([]);
  });
});

describe('a sealed callback', () => {
  const url = `${tenantOrigin}/api/v1/webhooks/callback/secret-token`;
  const old = Buffer.alloc(32, 2);
  const fresh = Buffer.alloc(32, 3);

  it('is opened with any of the keys, so that a key can be replaced', () => {
    const sealed = createCallbackVault([old]).seal(url, 'hook-1');
    expect(createCallbackVault([fresh, old]).open(sealed, 'hook-1')).toBe(url);
    expect(() => createCallbackVault([fresh]).open(sealed, 'hook-1')).toThrow(CannotOpen);
  });

  it('is of one delivery, and cannot be changed', () => {
    const sealed = createCallbackVault([old]).seal(url, 'hook-1');
    expect(() => createCallbackVault([old]).open(sealed, 'hook-2')).toThrow(CannotOpen);
    const changed = `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`;
    expect(() => createCallbackVault([old]).open(changed, 'hook-1')).toThrow(CannotOpen);
  });
});

import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { UnauthenticatedBodies } from '../../../src/use-cases/people/limiter.ts';
import { FakeWorld } from '../../support/fakes.ts';

const limit = 64 * 1024;
let world = new FakeWorld();
let bodies = new UnauthenticatedBodies(world, 0);

beforeEach(() => {
  world = new FakeWorld();
  bodies = new UnauthenticatedBodies(world, 3 * limit);
});

/** A body that is being read, and what came of it. */
function begun() {
  const body = new PassThrough();
  body.on('error', () => undefined);
  return { body, outcome: bodies.read(body, limit) };
}

async function written(body: PassThrough, bytes: number): Promise<void> {
  body.write(Buffer.alloc(bytes, 'x'));
  await turn();
  await turn();
}

describe('a body', () => {
  it('is read to its end, and does not count any more', async () => {
    const { body, outcome } = begun();
    await written(body, 1_000);
    expect(bodies.heldBytes).toBeGreaterThanOrEqual(1_000);
    body.end('end');
    expect(String(await outcome)).toBe(`${'x'.repeat(1_000)}end`);
    expect(bodies.heldBytes).toBe(0);
  });

  it('may be empty', async () => {
    const { body, outcome } = begun();
    body.end();
    expect(await outcome).toEqual(Buffer.alloc(0));
  });

  it.each([
    ['as long as the limit', limit, limit],
    ['longer', limit + 1, 'too-long'],
  ])('that is %s is told apart', async (_what, bytes, expected) => {
    const { body, outcome } = begun();
    body.end(Buffer.alloc(bytes));
    const read = await outcome;
    expect(typeof read === 'string' ? read : read.length).toBe(expected);
    expect(bodies.heldBytes).toBe(0);
  });

  it('that breaks off does not count any more', async () => {
    const { body, outcome } = begun();
    await written(body, 1_000);
    body.destroy();
    expect(await outcome).toBe('cut-off');
    expect(bodies.heldBytes).toBe(0);
  });

  it('that comes in pieces of one byte occupies no more than one that comes at once', async () => {
    const { body, outcome } = begun();
    for (let count = 0; count < 5_000; count += 1) body.write('x');
    await turn();
    await turn();
    expect(bodies.heldBytes).toBeLessThanOrEqual(2 * 5_000);
    body.end();
    expect(String(await outcome)).toBe('x'.repeat(5_000));
  });
});

describe('the budget of all unfinished bodies', () => {
  it('cuts the one that began to come first, and lets the others be', async () => {
    const [second, first, third, fourth] = [begun(), begun(), begun(), begun()];
    for (const { body } of [first, second, third, fourth]) await written(body, limit - 1);
    expect(await first.outcome).toBe('cut-off');
    expect(first.body.destroyed).toBe(true);
    expect(bodies.heldBytes).toBeLessThanOrEqual(3 * limit);
    for (const { body, outcome } of [second, third, fourth]) {
      body.end();
      expect(await outcome).toHaveLength(limit - 1);
    }
    expect(bodies.heldBytes).toBe(0);
  });

  it('does not cut one of which nothing came yet', async () => {
    const silent = begun();
    const [first, ...others] = Array.from({ length: 4 }, () => begun());
    for (const one of [first, ...others]) if (one) await written(one.body, limit - 1);
    expect(await first?.outcome).toBe('cut-off');
    silent.body.end('ahoy');
    expect(String(await silent.outcome)).toBe('ahoy');
  });

  it('says so once a minute, however many are cut', async () => {
    const said = () => world.lines.filter(({ what }) => what.startsWith('too many unfinished'));
    const open = Array.from({ length: 6 }, () => begun());
    for (const { body } of open) await written(body, limit - 1);
    expect(said()).toMatchObject([{ level: 'warn' }]);
    world.pass(60_000);
    await written(begun().body, limit - 1);
    expect(said()).toHaveLength(2);
  });
});

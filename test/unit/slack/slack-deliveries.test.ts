import { describe, expect, it } from 'vitest';
import { Deliveries } from '../../../src/slack/receiving/http-receiver.ts';
import { FakeWorld } from '../../support/fakes.ts';

const wrongSecret =
  'its signature was not made with SLACK_SIGNING_SECRET. Set SLACK_SIGNING_SECRET to the Signing Secret under Basic Information of the Slack app, and start the bot again.';

describe('what Slack sends over HTTP and is refused', () => {
  it('is logged once a minute for each reason, with what to do', () => {
    const world = new FakeWorld();
    const deliveries = new Deliveries(world);
    const line = {
      level: 'warn',
      what: 'request from Slack refused',
      fields: { reason: 'signature', says: wrongSecret },
    };
    deliveries.refuse('signature');
    world.pass(59_999);
    deliveries.refuse('signature');
    expect(world.lines).toEqual([line]);
    deliveries.refuse('unsigned');
    expect(world.lines.map(({ fields }) => fields.reason)).toEqual(['signature', 'unsigned']);
    world.pass(1);
    deliveries.refuse('signature');
    expect(world.lines).toEqual([line, expect.anything(), line]);
    expect(deliveries.refused).toMatchObject({ signature: 3, unsigned: 1 });
  });

  it('is told to operators when it looks like Slack’s, until one is accepted', () => {
    const world = new FakeWorld();
    const deliveries = new Deliveries(world);
    deliveries.refuse('unsigned');
    deliveries.refuse('payload');
    expect(deliveries.trouble).toBeNull();
    deliveries.refuse('signature');
    expect(deliveries.trouble).toBe(
      `The request of ${world.now().toISOString()} was refused, and none was accepted since: ${wrongSecret}`,
    );
    deliveries.accept();
    expect(deliveries.trouble).toBeNull();
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { resolveIdentity } from '../../../../src/use-cases/people/resolve-identity.ts';
import { refusing } from '../../../support/fakes.ts';
import { reviewing } from '../../../support/reviewing.ts';
import { closedSnapshot, person, snapshot } from '../../../support/samples.ts';
import { useCaseDesk } from '../../../support/use-case-desk.ts';

const desk = useCaseDesk();
const { click, carryOut, reviews, closing } = reviewing(desk);

beforeEach(async () => {
  await desk().opened();
});

describe('a refusal', () => {
  /**
   * The message to the person who clicked. Fails if anybody else got one or the service was called.
   */
  async function expectRefused(code: string): Promise<void> {
    await carryOut();
    expect(desk().governance.reviewOrders).toEqual([]);
    expect((await reviews()).map(([, state, why]) => [state, why])).toEqual([['refused', code]]);
    await desk().said();
    // Administrators hear beside it of an account that stands for somebody else.
    const told = desk().chat.notices.filter(({ body }) => body.kind !== 'trouble');
    expect(told).toMatchObject([{ body: { kind: 'action-refused', refusal: { code } } }]);
    expect(told[0]?.to).toMatch(/^U0\w+ in C0REVIEWS$/);
    expect(await desk().audited()).toContain('click.refused');
  }

  it('is told to somebody who is no reviewer', async () => {
    await click('U0DEE');
    await expectRefused('not-reviewer');
  });

  it('is told to a person unknown to the service', async () => {
    await click('U0STRANGER');
    await expectRefused('unknown-person');
  });

  it('is told to whoever approves for somebody who has left, and a denial is sent', async () => {
    desk().directory.add('U0BEN', { isDeactivated: true });
    await click('U0ANA');
    await expectRefused('deactivated');
    expect(desk().chat.notices[0]?.body).toMatchObject({
      refusal: { code: 'deactivated', slackUserId: 'U0BEN' },
    });
    await click('U0ANA', { verb: 'deny' });
    await carryOut();
    expect(desk().governance.reviewOrders).toHaveLength(1);
  });

  it('is told to the requester whose two identities became one a moment ago', async () => {
    desk().governance.tasks.set('task-1', snapshot({ stepApprovers: [person('user-cho')] }));
    await resolveIdentity(desk().deps, 'U0BEN');
    desk().governance.people.set('ben@acme.example', person('user-cho'));
    await click('U0CHO');
    await expectRefused('own-request');
  });

  it('is told when the task no longer exists', async () => {
    desk().governance.tasks.clear();
    await click('U0ANA');
    await expectRefused('gone');
  });

  it('on a closed task also says how the task ended', async () => {
    desk().governance.tasks.set('task-1', closedSnapshot({ approvers: [person('user-zoe')] }));
    await click('U0ANA');
    await carryOut();
    expect((await desk().said()).toSorted()).toEqual([
      'action-refused -> U0ANA in C0REVIEWS',
      'granted -> U0BEN',
    ]);
  });

  it.each([
    ['closed', 'closed'],
    ['forbidden', 'forbidden'],
  ] as const)('frees the step for others when the service answers %s', async (kind, why) => {
    desk().governance.reviews.next(refusing(kind));
    await click('U0ANA');
    await carryOut();
    expect(await reviews()).toEqual([['U0ANA', 'refused', why]]);
    // A right that is missing is the administrators' business.
    const administrators = kind === 'forbidden' ? ['missing-right -> U0HANA'] : [];
    expect(await desk().said()).toEqual([
      ...administrators,
      'action-refused -> U0ANA in C0REVIEWS',
    ]);
    closing();
    await click('U0CHO');
    await carryOut();
    expect((await reviews()).at(-1)).toEqual(['U0CHO', 'done', null]);
  });

  it('is reported to the administrators once when the bot lacks a permission', async () => {
    desk().governance.reviews.next(refusing('forbidden'), refusing('forbidden'));
    for (const userId of ['U0ANA', 'U0CHO']) {
      await click(userId);
      await carryOut();
    }
    expect((await desk().said()).filter((line) => line.startsWith('missing-right'))).toEqual([
      'missing-right -> U0HANA',
    ]);
  });
});

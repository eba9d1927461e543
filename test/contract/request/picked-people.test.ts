import { describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { storedCard } from '../../../src/use-cases/card/card-model.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { person, snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();

describe('a request with people who were picked as answers', () => {
  it('sends the identities of people picked in Slack, and names them on the card', async () => {
    const among = [{ rule: 'notIn', held: ['user-dee'] }] as const;
    desk().governance.grants.next(ok(snapshot()));
    await desk().ask({
      requestData: {
        lead: { slackUserIds: 'U0ANA', among },
        other: { slackUserIds: ['U0CHO', 'U0BEN'], among: [] },
      },
    });
    await createTask(desk().deps, 'request-1');
    expect(desk().governance.orders).toMatchObject([
      { requestData: { lead: 'user-ana', other: ['user-cho', 'user-ben'] } },
    ]);
    const [card] = await desk().store.transaction((tx) => tx.cards.ofRequest('request-1'));
    expect((await storedCard(desk().deps, card?.id ?? ''))?.answers).toEqual([
      { label: 'lead', value: ['Ana'] },
      { label: 'other', value: ['Cho', 'Ben'] },
    ]);
  });

  it('waits for its turn to look them up, unless it is an emergency', async () => {
    const requestData = { lead: { slackUserIds: 'U0ANA', among: [] } };
    for (const emergency of [false, true]) {
      desk().directory.hastes.clear();
      const id = `request-${emergency}`;
      desk().governance.grants.next(ok(snapshot({ sourceRequestId: id })));
      await createTask(desk().deps, await desk().ask({ id, emergency, requestData }));
      const expected = emergency ? ['recent'] : ['acted', 'in-turn'];
      expect(desk().directory.hastes).toEqual(new Set(expected));
      await desk().kysely.deleteFrom('identities').execute();
      await desk().kysely.deleteFrom('tasks').execute();
    }
  });

  it.each([
    ['inactive', 'U0DEE', { status: 'DISABLED' }],
    ['not-among', 'U0ANA', {}],
  ])('stops when a picked person is %s, and says who', async (kind, slackUserId, change) => {
    desk().governance.people.set('dee@acme.example', { ...person('user-dee'), ...change });
    const among = [{ rule: 'in', held: ['user-cho', 'user-dee'] }] as const;
    await desk().ask({ requestData: { owner: { slackUserIds: slackUserId, among } } });
    await createTask(desk().deps, 'request-1');
    expect(desk().governance.orders).toEqual([]);
    expect(await desk().request()).toMatchObject({
      state: 'refused',
      refusal: { code: kind, slackUserId },
    });
  });
});

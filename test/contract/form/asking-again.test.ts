import { describe, expect, it } from 'vitest';
import { prefillOfRequest } from '../../../src/slack/form/prefill.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { catalogueOf } from '../../support/catalogue-of.ts';
import { actor, entitlement } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
type AskAgain = Parameters<typeof prefillOfRequest>[2]['how'];

/** `gone`: what the catalogue does not have any more. */
async function again(
  how: AskAgain,
  by = actor('U0BEN'),
  gone: 'nothing' | 'the app' | 'the entitlement' = 'nothing',
) {
  const { store } = desk().deps;
  const known = await catalogueOf(gone === 'nothing' ? [entitlement()] : []);
  const catalogue = gone === 'the app' ? { ...known, appById: () => null } : known;
  const found = await prefillOfRequest({ store, catalogue }, textsFor('en'), {
    by,
    requestId: 'request-1',
    how,
  });
  return found?.prefill ?? null;
}

describe('the form from an earlier request', () => {
  it('opens with everything that was filled in before', async () => {
    await desk().ask({
      targetSlackId: 'U0DEE',
      emergency: true,
      durationSeconds: 5_400,
      timeText: 'until 18:00',
      requestData: { ticket: 'OPS-7', seats: 3, urgent: true, quiet: false },
    });
    expect(await again('mend')).toMatchObject({
      app: { name: 'GitHub' },
      entitlements: [{ id: 'ent-write' }],
      justification: 'INC-42: the timetable build is red',
      durationSeconds: undefined,
      timeText: 'until 18:00',
      targetSlackId: 'U0DEE',
      emergency: true,
      answers: new Map([
        ['ticket', 'OPS-7'],
        ['seats', '3'],
        ['urgent', 'yes'],
        ['quiet', 'no'],
      ]),
      remark: null,
      extends: null,
    });
  });

  it.each([['again'], ['extend']] as const)(
    'keeps the duration, not the typed end time, to request %s',
    async (how) => {
      await desk().ask({ durationSeconds: 5_400, timeText: 'until 18:00' });
      expect(await again(how)).toMatchObject({ durationSeconds: 5_400, timeText: '' });
    },
  );

  it('an extension is for the person who has the access, and an emergency if that was one', async () => {
    await desk().ask({ targetSlackId: 'U0DEE', emergency: true });
    const what = {
      requestId: 'request-1',
      appId: 'app-github',
      entitlementId: 'ent-write',
      endsAt: null,
    };
    for (const [who, targetSlackId] of [
      ['U0BEN', 'U0DEE'],
      ['U0DEE', null],
    ] as const) {
      const extension = {
        extends: { ...what, targetSlackId },
        emergency: true,
        targetSlackId,
      };
      expect(await again('extend', actor(who))).toMatchObject(extension);
    }
  });

  it('shows the reason after a refusal, and keeps an extension an extension', async () => {
    await desk().ask({ extendsRequestId: 'request-0' });
    const refusal = {
      code: 'forbidden',
      message: 'not on a Sunday',
      existingTaskId: null,
      serviceRequestId: null,
    } as const;
    await desk().store.transaction((tx) =>
      tx.requests.save('request-1', { state: 'refused', refusal, at: desk().world.now() }),
    );
    const mended = await again('mend');
    const what = { appId: 'app-github', entitlementId: 'ent-write', targetSlackId: null };
    expect(mended?.extends).toEqual({ requestId: 'request-0', ...what, endsAt: null });
    expect(mended?.remark).toMatch(
      /^Last time: The access service refuses this\. .*not on a Sunday/,
    );
    expect(await again('again')).toMatchObject({ extends: null, remark: null });
  });

  it('corrects a request for more time as one for access when that has ended', async () => {
    await desk().ask({ id: 'request-0' });
    await desk().ask({ extendsRequestId: 'request-0' });
    const at = desk().world.now();
    await desk().store.transaction((tx) =>
      tx.grants.begin('request-0', { startedAt: at, endsAt: at }),
    );
    expect((await again('correct'))?.extends?.requestId).toBe('request-0');
    await desk().store.transaction((tx) => tx.grants.end('request-0', 'expired', at));
    expect(await again('correct')).toMatchObject({ extends: null });
  });

  it.each(['the app', 'the entitlement'] as const)(
    'says that %s is gone, and does not request an extension',
    async (gone) => {
      await desk().ask();
      expect(await again('extend', actor('U0BEN'), gone)).toMatchObject({
        entitlements: [],
        remark: 'This cannot be requested now. Pick something else, or try it again in a minute.',
        extends: null,
      });
    },
  );

  it('opens only for the requester and the target', async () => {
    await desk().ask({ targetSlackId: 'U0DEE' });
    expect(await again('mend', actor('U0EVE'))).toBeNull();
    expect(await again('mend', { ...actor('U0BEN'), teamId: 'T0ELSE' })).toBeNull();
    expect(await again('mend', actor('U0DEE'))).not.toBeNull();
  });
});

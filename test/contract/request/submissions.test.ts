import { describe, expect, it } from 'vitest';
import type { RequestField } from '../../../src/domain/form/request-answers.ts';
import { ok } from '../../../src/domain/result.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { github } from '../../support/request-forms.ts';
import { actor, entitlement, noon } from '../../support/samples.ts';
import { type SubmittedChange, submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const submit = (change: SubmittedChange = {}) => submitRequest(desk().deps, submittedForm(change));
const mistaken = (...mistakes: readonly object[]) => ({
  ok: false,
  refusal: { kind: 'mistakes', mistakes },
});

describe('a submission', () => {
  it('is stored once with its job, however often Slack repeats it', async () => {
    for (let repeat = 0; repeat < 3; repeat += 1) expect(await submit()).toEqual(ok(undefined));
    expect(await desk().takeJobs()).toEqual([{ kind: 'create-task', requestId: 'id-0001' }]);
    expect(await desk().request('id-0001')).toMatchObject({
      state: 'submitted',
      entitlementName: 'Platform: write',
    });
    expect(await desk().audited()).toEqual(['request.asked']);
  });

  it('keeps which program drafted it, in the request and in the trail', async () => {
    const draftedBy = { kind: 'token', name: 'laptop', draftId: 'draft-1', identityId: 'user-ben' };
    await submit({ draftedBy });
    expect(await desk().request('id-0001')).toMatchObject({ draftedBy });
    const [entry] = await desk().kysely.selectFrom('audit').select(['detail', 'texts']).execute();
    expect(entry?.detail).toContain('"kind":"token"');
    // What somebody calls their agent can be erased.
    expect(entry?.detail).not.toContain('laptop');
    expect(JSON.stringify(entry?.texts)).toContain('laptop');
  });

  it('is accepted as a repetition when its access is no longer offered', async () => {
    await submit();
    expect(await submit({ app: null })).toEqual(ok(undefined));
    expect(await submit({ entitlements: [], isSomethingGone: true })).toEqual(ok(undefined));
    expect(await desk().audited()).toEqual(['request.asked']);
  });

  it('asks neither Slack nor the service', async () => {
    await submit({ targetSlackId: 'U0DEE', timeText: 'until 18:00' });
    expect(desk().directory.asked).toEqual([]);
    expect(desk().governance.read).toEqual([]);
  });

  describe('for access that was already requested', () => {
    const again = (change: SubmittedChange = {}) => submit({ key: 'view-2', ...change });

    it('is not stored, and leads to its card', async () => {
      await desk().opened();
      expect(await again()).toMatchObject({
        refusal: { kind: 'duplicate', duplicate: { url: 'https://acme.example/task/1042' } },
      });
      await desk()
        .kysely.updateTable('cards')
        .set({ permalink: 'https://acme.slack.com/p1' })
        .execute();
      expect(
        await again({ entitlements: [entitlement({ id: 'ent-other' }), entitlement()] }),
      ).toMatchObject({
        refusal: {
          duplicate: { url: 'https://acme.slack.com/p1', open: { request: { id: 'request-1' } } },
        },
      });
      expect(await again({ requester: actor('U0CHO'), targetSlackId: 'U0BEN' })).toMatchObject({
        refusal: { kind: 'duplicate' },
      });
      expect(await desk().audited()).toEqual([]);
    });

    it('is not stored while the first is unsent, nor is a second extension', async () => {
      await submit();
      expect(await again()).toMatchObject({ refusal: { duplicate: { url: null } } });
    });

    it.each([
      ['something else is asked for', { entitlements: [entitlement({ id: 'ent-other' })] }],
      ['it is for somebody else', { targetSlackId: 'U0DEE' }],
    ])('is stored where %s', async (_what, change) => {
      await desk().opened();
      expect(await again(change)).toEqual(ok(undefined));
    });

    it.each([
      ['it is over', (): Promise<unknown> => desk().opened({ state: 'closed', outcome: 'denied' })],
      [
        'nobody knows whether it arrived',
        async (): Promise<unknown> => {
          await desk().ask();
          return desk().store.transaction((tx) =>
            tx.requests.save('request-1', { state: 'uncertain', at: noon }),
          );
        },
      ],
      [
        'nobody tells what became of it',
        (): Promise<unknown> => {
          desk().governance.operations.clear();
          return desk().opened();
        },
      ],
    ])('is stored where %s', async (_what, before) => {
      await before();
      expect(await again()).toEqual(ok(undefined));
    });
  });

  const admin = entitlement({ id: 'ent-admin', name: 'Admin', emergencyGrantEnabled: false });

  it.each([
    ['of an app that is gone', { app: null }, { field: 'app', code: 'not-there' }],
    ['with nothing picked', { entitlements: [] }, { field: 'entitlement', code: 'not-there' }],
    [
      'with something picked that is gone',
      { isSomethingGone: true },
      { field: 'entitlement', code: 'not-there' },
    ],
    [
      'as an emergency',
      { entitlements: [admin], emergency: true },
      { code: 'not-urgent', names: ['Admin'] },
    ],
    [
      'as an emergency longer than those configured',
      {
        entitlements: [entitlement({ emergencyGrantEnabled: true })],
        emergency: true,
        durationSeconds: 14_401,
      },
      { field: 'duration', code: 'too-long', longestSeconds: 14_400 },
    ],
    [
      'until a time that is no time',
      { timeText: 'soonish' },
      { field: 'time', code: 'not-understood' },
    ],
    [
      'until a time whose zone nobody knows',
      { timeText: 'until 18:00', timeZone: null },
      { field: 'time', code: 'unknown-zone' },
    ],
  ] as const)('stores nothing for %s, and says why', async (_what, change, mistake) => {
    expect(await submit(change)).toMatchObject(mistaken(mistake));
    expect(await desk().takeJobs()).toEqual([]);
    expect(await desk().audited()).toEqual([]);
  });

  it('is refused with all of its mistakes at once', async () => {
    const field = { ...question('ticket', null), required: true };
    const app = { ...github, fields: [field] };
    expect(await submit({ app, isSomethingGone: true, timeText: 'soonish' })).toMatchObject(
      mistaken({ field: 'entitlement' }, { field: 'time' }, { fieldId: 'ticket', kind: 'missing' }),
    );
  });

  it.each([['Asia/Singapore', 22]])(
    '“until 18:00” means that hour in the time zone of the person who typed it: %s',
    async (timeZone, hours) => {
      const entitlements = [entitlement({ longestSeconds: null })];
      expect(await submit({ timeText: 'until 18:00', timeZone, entitlements })).toEqual(
        ok(undefined),
      );
      expect((await desk().request('id-0001'))?.durationSeconds).toBe(hours * 3_600);
    },
  );

  it('needs no time zone for a typed duration, which overrides the picked one', async () => {
    await submit({ timeText: '90m', timeZone: null });
    expect(await desk().request('id-0001')).toMatchObject({
      durationSeconds: 5_400,
      timeText: '90m',
    });
  });
});

describe('more time for existing access', () => {
  /** Ben requested access for Dee, and the extension form is submitted with these changes. */
  async function extend(change: SubmittedChange = {}) {
    await desk().ask({ targetSlackId: 'U0DEE' });
    return submit({ extendsRequestId: 'request-1', ...change });
  }
  const unknown = mistaken({ field: 'entitlement', code: 'not-there' });

  it.each([
    ['who asked for them', 'U0BEN', 'U0DEE'],
    ['whom it was for', 'U0DEE', null],
  ])(
    'is for the person who has the access, requested by %s',
    async (_who, userId, targetSlackId) => {
      expect(await extend({ requester: actor(userId), targetSlackId: 'U0EVE' })).toEqual(
        ok(undefined),
      );
      expect(await desk().request('id-0001')).toMatchObject({
        targetSlackId,
        extendsRequestId: 'request-1',
      });
    },
  );

  it('is not stored for anybody else, nor for the same user id in another workspace', async () => {
    expect(await extend({ requester: actor('U0EVE') })).toEqual(unknown);
    await desk().clear();
    expect(await extend({ requester: { ...actor('U0BEN'), teamId: 'T0ELSE' } })).toEqual(unknown);
    expect(await desk().request('id-0001')).toBeNull();
  });

  it('is for the same entitlement', async () => {
    expect(await extend({ app: { ...github, id: 'app-aws' } })).toEqual(unknown);
    await desk().clear();
    await desk().ask({ entitlementId: 'ent-admin' });
    expect(await submit({ extendsRequestId: 'request-1' })).toEqual(unknown);
    expect(await submit({ extendsRequestId: 'request-0' })).toEqual(unknown);
  });

  const held = async (seconds: number) => {
    const endsAt = new Date(noon.getTime() + seconds * 1_000);
    await desk().ask();
    await desk().store.transaction((tx) =>
      tx.grants.begin('request-1', { startedAt: noon, endsAt }),
    );
  };

  it('is stored as picked, and the remaining time is added when it is sent', async () => {
    await held(57 * 60);
    expect(await submit({ extendsRequestId: 'request-1', durationSeconds: 3_600 })).toEqual(
      ok(undefined),
    );
    expect(await desk().request('id-0001')).toMatchObject({ durationSeconds: 3_600 });
  });

  it('adds only the missing time to an “until”, and refuses one before the present end', async () => {
    // Noon is 13:00 in Berlin, so that five hours are left of the day until 18:00.
    await held(4 * 3_600);
    expect(await submit({ extendsRequestId: 'request-1', timeText: 'until 18:00' })).toEqual(
      ok(undefined),
    );
    expect(await desk().request('id-0001')).toMatchObject({ durationSeconds: 3_600 });
    expect(
      await submit({ key: 'view-2', extendsRequestId: 'request-1', timeText: 'until 17:00' }),
    ).toEqual(mistaken({ field: 'duration', code: 'no-longer', leftSeconds: 4 * 3_600 }));
  });
});

function question(id: string, entitlements: readonly string[] | null): RequestField {
  return { id, label: id, type: 'text', required: false, hint: null, options: [], entitlements };
}

describe('answers to extra questions', () => {
  const entitlements = [entitlement({ id: 'ent-read' }), entitlement({ id: 'ent-maintain' })];
  const answered = async (
    fields: readonly RequestField[],
    answers: Readonly<Record<string, string>>,
  ) => {
    await submit({
      app: { ...github, fields },
      entitlements,
      answers: new Map(Object.entries(answers)),
    });
    const rows = await desk()
      .kysely.selectFrom('requests')
      .select('requestData')
      .orderBy('id')
      .execute();
    return rows.map((row) => row.requestData);
  };

  it('are stored with the entitlements that ask for them, and with no other', async () => {
    const fields = [question('ticket', ['ent-maintain']), question('team', null)];
    const kept = await answered(fields, { ticket: 'OPS-7', team: 'Keepers' });
    expect(kept).toEqual([{ team: 'Keepers' }, { ticket: 'OPS-7', team: 'Keepers' }]);
  });

  it('are left out for an entitlement that does not ask for them', async () => {
    expect(await answered([question('ticket', ['ent-maintain'])], { ticket: 'OPS-7' })).toEqual([
      null,
      { ticket: 'OPS-7' },
    ]);
  });
});

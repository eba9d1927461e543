import { describe, expect, it } from 'vitest';
import type { RequestField } from '../../src/domain/request-field.ts';
import { ok } from '../../src/domain/result.ts';
import { submitRequest } from '../../src/use-cases/submit-request.ts';
import { accessRequest, actor, entitlement, noon } from '../support/samples.ts';
import { useCaseDesk } from '../support/use-case-desk.ts';

const desk = useCaseDesk();

describe('a submission', () => {
  const submission = { key: 'view-1', ...accessRequest() };
  const chosen = { appName: 'GitHub', fields: [], entitlements: [entitlement()] };

  it('is kept once with its job, however often Slack repeats it', async () => {
    for (let repeat = 0; repeat < 3; repeat += 1) {
      expect(await submitRequest(desk().deps, submission, chosen)).toEqual({ ok: true, value: undefined });
    }
    const jobs = await desk().takeJobs();
    expect(jobs).toEqual([
      { kind: 'create-task', requestId: 'id-0001' },
      { kind: 'sync-home', slackUserId: 'U0BEN' },
    ]);
    expect(await desk().request('id-0001')).toMatchObject({ state: 'submitted', entitlementName: 'Platform: write' });
    expect(await desk().audited()).toEqual(['request.asked']);
  });

  it('with a mistake keeps nothing', async () => {
    const tooLong = { ...submission, durationSeconds: 1e9 };
    expect(await submitRequest(desk().deps, tooLong, chosen)).toMatchObject({
      ok: false,
      refusal: [{ kind: 'too-long' }],
    });
    expect(await submitRequest(desk().deps, submission, { ...chosen, entitlements: [] })).toMatchObject({
      refusal: [{ field: 'entitlement', kind: 'unknown' }],
    });
    expect(await desk().takeJobs()).toEqual([]);
    expect(await desk().audited()).toEqual([]);
  });
});

describe('more time for what somebody has', () => {
  const chosen = { appName: 'GitHub', fields: [], entitlements: [entitlement()] };
  /** Ben asked for Dee; the form says what somebody made it say. */
  async function extend(by: ReturnType<typeof actor>, change: { targetSlackId?: string; appId?: string } = {}) {
    await desk().ask({ targetSlackId: 'U0DEE' });
    const extension = { ...accessRequest({ requester: by, extendsRequestId: 'request-1', ...change }), key: 'view-1' };
    return submitRequest(desk().deps, extension, chosen);
  }
  const unknown = { ok: false, refusal: [{ field: 'entitlement', kind: 'unknown' }] };

  it.each([
    ['who asked for them', 'U0BEN', 'U0DEE'],
    ['whom it was for', 'U0DEE', null],
  ])('is for whoever has it, asked for by %s', async (_who, userId, targetSlackId) => {
    expect(await extend(actor(userId), { targetSlackId: 'U0EVE' })).toEqual(ok(undefined));
    expect(await desk().request('id-0001')).toMatchObject({ targetSlackId, extendsRequestId: 'request-1' });
  });

  it('is not kept on the word of anybody else, nor of somebody of that id elsewhere', async () => {
    expect(await extend(actor('U0EVE'))).toEqual(unknown);
    await desk().clear();
    expect(await extend({ ...actor('U0BEN'), teamId: 'T0ELSE' })).toEqual(unknown);
    expect(await desk().request('id-0001')).toBeNull();
  });

  it('is more than there is', async () => {
    await desk().ask({ targetSlackId: 'U0DEE' });
    const endsAt = new Date(noon.getTime() + 14_400_000);
    await desk().store.transaction((tx) => tx.grants.begin('request-1', { startedAt: noon, endsAt }));
    const extension = { ...accessRequest({ extendsRequestId: 'request-1', durationSeconds: 14_400 }), key: 'view-1' };
    expect(await submitRequest(desk().deps, extension, chosen)).toEqual({
      ok: false,
      refusal: [{ field: 'duration', kind: 'no-longer', leftSeconds: 14_400 }],
    });
    expect(await desk().request('id-0001')).toBeNull();
    desk().world.pass(1);
    expect(await submitRequest(desk().deps, extension, chosen)).toEqual(ok(undefined));
  });

  it('is of the same thing', async () => {
    expect(await extend(actor('U0BEN'), { appId: 'app-aws' })).toEqual(unknown);
    await desk().clear();
    await desk().ask({ entitlementId: 'ent-admin' });
    const extension = { ...accessRequest({ extendsRequestId: 'request-1' }), key: 'view-1' };
    expect(await submitRequest(desk().deps, extension, chosen)).toEqual(unknown);
    expect(await submitRequest(desk().deps, { ...extension, extendsRequestId: 'request-0' }, chosen)).toEqual(unknown);
  });
});

describe('answers to extra questions', () => {
  const field = (id: string, entitlements: readonly string[] | null): RequestField => ({
    id,
    label: id,
    type: 'text',
    required: false,
    hint: null,
    options: [],
    entitlements,
  });
  const chosen = (fields: readonly RequestField[]) => ({
    appName: 'GitHub',
    fields,
    entitlements: [entitlement({ id: 'ent-read' }), entitlement({ id: 'ent-maintain' })],
  });
  const answers = async () =>
    (await desk().kysely.selectFrom('requests').select('request_data').orderBy('id').execute()).map(
      (row) => row.request_data,
    );

  it('go with the entitlements that they are asked for, and with no other', async () => {
    const submission = { key: 'view-1', ...accessRequest({ requestData: { ticket: 'OPS-7', team: 'Keepers' } }) };
    await submitRequest(desk().deps, submission, chosen([field('ticket', ['ent-maintain']), field('team', null)]));
    expect(await answers()).toEqual([{ team: 'Keepers' }, { ticket: 'OPS-7', team: 'Keepers' }]);
  });

  it('that are asked for one only are nothing for the other', async () => {
    const submission = { key: 'view-1', ...accessRequest({ requestData: { ticket: 'OPS-7' } }) };
    await submitRequest(desk().deps, submission, chosen([field('ticket', ['ent-maintain'])]));
    expect(await answers()).toEqual([null, { ticket: 'OPS-7' }]);
  });
});

import { describe, expect, it } from 'vitest';
import { refuse } from '../../../src/domain/result.ts';
import { sealAuditTrail } from '../../../src/extras/sealed-trail/seal-trail.ts';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { pruneOldRows } from '../../../src/use-cases/due/prune-old-rows.ts';
import { signedHeadText, unsigned } from '../../../src/use-cases/trail/audit-chain.ts';
import { sealingAtDesk } from '../../support/extras-at-desk.ts';
import { snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const day = 86_400_000;

describe('keeping the audit trail', () => {
  const desk = useCaseDesk(sealingAtDesk);
  const trail = () => createAuditTrail(desk().kysely);
  const deps = () => ({
    ...desk().deps,
    trail: trail(),
    sign: unsigned,
    memory: { head: null, refusal: null },
  });
  const append = (kind: string) =>
    desk().store.transaction((tx) => tx.audit.append({ kind, at: desk().world.now() }));

  const isAnyUnsealed = async () => {
    const unsealed = desk()
      .kysely.selectFrom('audit')
      .leftJoin('auditSeals', 'auditSeals.seq', 'audit.seq')
      .select('audit.seq')
      .where('auditSeals.seq', 'is', null);
    return (await unsealed.execute()).length > 0;
  };

  /**
   * The transactions of other tests on the same server hold up what is settled for as long as they
   * last.
   */
  async function seal(): Promise<void> {
    await expect
      .poll(async () => {
        await sealAuditTrail(deps());
        return isAnyUnsealed();
      })
      .toBe(false);
    await desk().runJobs('post-audit-head');
  }

  it('posts the head to the channel once a day, only when something was sealed', async () => {
    desk().settings = { ...desk().settings, audit: { channel: 'C0AUDIT' } };
    await seal();
    expect(desk().chat.heads).toEqual([]);
    await append('first');
    await seal();
    await append('second');
    await seal();
    expect(desk().chat.heads).toMatchObject([{ channel: 'C0AUDIT', head: { position: 1 } }]);
    desk().world.pass(day);
    await append('third');
    await seal();
    desk().world.pass(day);
    await seal();
    expect(desk().chat.heads).toMatchObject([{ head: { position: 1 } }, { head: { position: 3 } }]);
    const lines = desk().world.lines.filter(({ what }) => what === 'audit trail sealed');
    expect(
      desk()
        .chat.heads.map(({ head }) => signedHeadText(head))
        .at(-1),
    ).toBe(lines.at(-1)?.fields.head);
  });

  it('posts entries sealed since the daily post at midnight', async () => {
    desk().settings = { ...desk().settings, audit: { channel: 'C0AUDIT' } };
    for (const kind of ['first', 'second']) {
      await append(kind);
      await seal();
    }
    desk().world.pass(day / 2);
    expect(desk().world.now().toISOString()).toContain('T00:00');
    await seal();
    expect(desk().chat.heads.map(({ head }) => head.position)).toEqual([1, 2]);
  });

  it('audits that the channel cannot be used', async () => {
    desk().settings = { ...desk().settings, audit: { channel: 'C0AUDIT' } };
    desk().chat.directs.next(refuse({ kind: 'rejected', code: 'not_in_channel' }));
    await append('first');
    await seal();
    expect(await desk().audited()).toEqual(['first', 'audit.head-undeliverable']);
  });

  it('removes ended requests completely, and keeps those that are open or held', async () => {
    const { store, world } = desk();
    const at = world.now();
    for (const [id, state] of [
      ['open', 'open'],
      ['withdrawn', 'open'],
      ['over', 'closed'],
      ['held', 'closed'],
      ['ended', 'closed'],
    ] as const) {
      await desk().ask({ id });
      await store.transaction(async (tx) => {
        await tx.requests.save(id, {
          state: id === 'withdrawn' ? id : 'created',
          taskId: `task-${id}`,
          at,
        });
        await tx.tasks.save(id, snapshot({ id: `task-${id}`, state }), at);
        await tx.cards.want(`card-${id}`, id, 'C0REVIEWS');
        const target = { kind: 'direct', slackUserId: 'U0BEN' } as const;
        const body = { kind: 'request-open' } as const;
        const notice = { id: `notice-${id}`, key: id, requestId: id, target, body };
        await tx.notices.insertNew([notice], at);
        await tx.notices.markSent(`notice-${id}`, at);
      });
    }
    world.pass(390 * day);
    await store.transaction(async (tx) => {
      await tx.grants.begin('held', { startedAt: at, endsAt: null });
      await tx.grants.begin('ended', { startedAt: at, endsAt: null });
      await tx.grants.end('ended', 'given-back', world.now());
    });
    await pruneOldRows(deps());
    const notices = () => desk().kysely.selectFrom('notices').select('id').orderBy('id').execute();
    expect((await notices()).map(({ id }) => id)).toEqual(['notice-held', 'notice-open']);
    world.pass(11 * day);
    await pruneOldRows(deps());
    const left = await desk().kysely.selectFrom('requests').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual(['ended', 'held', 'open']);
    expect(await desk().audited()).toEqual(['requests.pruned']);
  });

  it('prunes the trail only when retention.audit says so, and audits that', async () => {
    await append('old');
    await seal();
    desk().world.pass(800 * day);
    await pruneOldRows(deps());
    expect(await desk().audited()).toEqual(['old']);
    desk().settings = {
      ...desk().settings,
      retention: { ...desk().settings.retention, auditSeconds: 400 * 86_400 },
    };
    await pruneOldRows(deps());
    await seal();
    expect(await desk().audited()).toEqual(['audit.pruned']);
    expect(await verifyChain(trail(), [], null)).toMatchObject({ broken: null, entries: 1 });
  });
});

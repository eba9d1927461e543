import { describe, expect, it } from 'vitest';
import { sealAll } from '../../../src/extras/sealed-trail/seal-trail.ts';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { pruneOldRows } from '../../../src/use-cases/due/prune-old-rows.ts';
import { signedHeadText, unsigned } from '../../../src/use-cases/trail/audit-chain.ts';
import { snapshot } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const day = 86_400_000;

describe('keeping the audit trail', () => {
  const desk = useCaseDesk();
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
        await sealAll(deps());
        return isAnyUnsealed();
      })
      .toBe(false);
  }

  it('tells the log of each sealed entry by its ids, and the head', async () => {
    await desk().store.transaction((tx) =>
      tx.audit.append({ kind: 'first', actor: 'U0ANA', detail: { reason: 'Ben is ill' } }),
    );
    await seal();
    const { newest } = await trail().end();
    const told = desk().world.lines.filter(({ what }) => what.startsWith('audit '));
    expect(told).toMatchObject([
      { fields: { audit: { position: 1, kind: 'first', actor: 'U0ANA', seal: newest?.hash } } },
      { fields: { head: newest === null ? '' : signedHeadText(newest) } },
    ]);
    expect(JSON.stringify(told)).not.toContain('ill');
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
        const body = { kind: 'form-due' } as const;
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

import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { trailLook } from '../../../src/extras/sealed-trail/audit-verify.ts';
import { check } from '../../../src/operator/doctor/check.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { noon } from '../../support/samples.ts';
import { sealAll } from '../../support/sealed-trail.ts';
import { openOwnDatabase } from '../../support/shared-database.ts';
import { useStore } from '../../support/store-fixture.ts';

describe('the doctor’s check of the audit trail', () => {
  const store = useStore(openOwnDatabase);
  const checked = (trail = createAuditTrail(store.kysely)) =>
    check(trailLook({ trail, sign: null, lastSealed: () => null, now: () => noon }));

  it('confirms an unchanged trail, and says what to do after somebody changed an entry', async () => {
    await store.transaction((tx) =>
      tx.audit.append({ kind: 'request.asked', at: noon, actor: 'U0ANA' }),
    );
    await sealAll(store.kysely, () => null);
    expect(await checked()).toMatchObject({
      state: 'ok',
      says: expect.stringContaining('as it was sealed'),
    });

    await store.kysely.connection().execute(async (connection) => {
      await sql`set session_replication_role = replica`.execute(connection);
      await sql`update audit set actor = 'U0NOBODY'`.execute(connection);
      await sql`set session_replication_role = default`.execute(connection);
    });
    const broken = await checked();
    expect(broken.state).toBe('error');
    expect(broken.says).toContain('Entry 1 was changed.');
    expect(broken.says).toContain('npm run audit -- --verify --heads FILE');
  });

  it('does not confirm a trail that is too long to verify', async () => {
    const long = createAuditTrail(store.kysely);
    const newest = {
      position: 20_000,
      seq: 20_000,
      hash: 'h',
      at: noon.toISOString(),
      signature: null,
    };
    const end = async () => ({ newest, unsealed: 0, oldestUnsealed: null });
    const { says } = await checked({ ...long, end });
    expect(says).toContain('too long to be verified here: run npm run audit -- --verify');
  });
});

/** A database that was put back from a copy: what the bot notices, ends and looks up. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { verifyChain } from '../../../src/extras/sealed-trail/verify-audit-chain.ts';
import { restoredCommand } from '../../../src/operator/admin/restored-command.ts';
import { Misused } from '../../../src/operator/command.ts';
import { createAuditTrail } from '../../../src/store/record/audit-trail.ts';
import { writeHeadFile } from '../../../src/store/record/head-file.ts';
import { meetSetBack } from '../../../src/store/set-back/set-back.ts';
import {
  type ChainHead,
  headSigner,
  headText,
  type SealOutcome,
  type SignHead,
} from '../../../src/use-cases/trail/audit-chain.ts';
import { noon } from '../../support/samples.ts';
import { beginAnew, sealAll } from '../../support/sealed-trail.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const sign = headSigner('a signing key of tests');
const now = () => new Date(noon.getTime() + 3_600_000);

/** A head that was sealed after the copy was made. */
function laterHead(afterMs: number): ChainHead {
  const at = new Date(noon.getTime() + afterMs).toISOString();
  const head = { position: 40, seq: 40, hash: 'a'.repeat(64), at };
  return { ...head, signature: sign(headText(head)) };
}

async function folderWith(head: ChainHead): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'set-back-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeHeadFile(folder, head);
  return folder;
}

const start = (headFolder: string | null) =>
  meetSetBack(desk().kysely, { headFolder, sign, now, log: desk().world.log });
const isUnsettled = () => desk().store.transaction((tx) => tx.restores.isUnsettled());
const requestState = async () =>
  (await desk().kysely.selectFrom('requests').select('state').execute()).map(({ state }) => state);

/** The transactions of other tests on the same server hold up what is settled for as long as they last. */
async function sealAfter(lastHead: ChainHead): Promise<SealOutcome> {
  const trail = createAuditTrail(desk().kysely);
  const order = { now: now(), sign, lastHead };
  return vi.waitUntil(
    async () => {
      const outcome = await trail.seal(order);
      return outcome.kind === 'nothing' ? null : outcome;
    },
    { timeout: 45_000 },
  );
}

beforeEach(async () => {
  // The desk opened Homes: a trail begins in a database that nobody has used.
  await desk().kysely.deleteFrom('homes').execute();
  await beginAnew(desk().kysely, sign);
  await desk().ask({ id: 'request-1' });
  await sealAll(desk().kysely, sign);
});

describe('a start with a database that is behind the head in the data folder', () => {
  it('has what was being sent looked up, and the service read, before anything goes on', async () => {
    expect(await requestState()).toEqual(['submitted']);
    await start(await folderWith(laterHead(120_000)));
    expect([await requestState(), await isUnsettled()]).toEqual([['sending'], true]);
    expect(desk().world.lines.map(({ what }) => what)).toContainEqual(
      expect.stringContaining('the database was set back'),
    );
  });

  it('ends every token, because it may have been revoked since', async () => {
    await sql`
      insert into agent_tokens (id, team_id, slack_user_id, identity_id, name, hash, created_at, ends_at)
      values ('token-1', 'T0ACME', 'U0BEN', 'user-ben', 'laptop', 'hash', ${noon}, ${new Date('2099-01-01')})`.execute(
      desk().kysely,
    );
    await start(await folderWith(laterHead(120_000)));
    const { rows } = await sql<{ isOver: boolean }>`
      select ends_at <= ${now()} as is_over from agent_tokens`.execute(desk().kysely);
    expect(rows).toEqual([{ isOver: true }]);
  });

  it('is settled once, however often the bot starts', async () => {
    const folder = await folderWith(laterHead(120_000));
    await start(folder);
    await start(folder);
    const restores = await desk().kysely.selectFrom('restores').select('at').execute();
    expect(restores).toHaveLength(1);
  });

  it.each([
    ['by less than a failover explains', 59_000],
    ['but not in time', -120_000],
  ])('is none that was set back, if it is behind %s', async (_, afterMs) => {
    await start(await folderWith(laterHead(afterMs)));
    expect([await requestState(), await isUnsettled()]).toEqual([['submitted'], false]);
  });

  it('is not explained to the trail: an operator has to say so', async () => {
    const head = laterHead(120_000);
    await start(await folderWith(head));
    expect(await sealAfter(head)).toEqual({ kind: 'refused', refusal: 'contradicts-known' });
  });
});

describe('npm run admin -- restored', () => {
  let said = '';
  const restored = (words: readonly string[], key: SignHead | null = sign) =>
    restoredCommand({
      database: async () => ({ background: desk().kysely }),
      sign: () => key,
      now,
      operator: 'olga',
      forgotten: async () => [],
    }).run(words, async (text) => {
      said += text;
    });
  beforeEach(() => {
    said = '';
  });

  it('settles the same where there is no data folder, and explains it to the trail', async () => {
    expect(await restored(['--as-of', noon.toISOString()])).toBe(0);
    expect([await requestState(), await isUnsettled()]).toEqual([['sending'], true]);
    expect(said).toContain('There is no forgotten-people.jsonl');
    const head = laterHead(120_000);
    expect(await sealAfter(head)).toMatchObject({ kind: 'sealed' });
    expect(await verifyChain(createAuditTrail(desk().kysely), [head], sign)).toMatchObject({
      broken: null,
      lostHeads: 1,
    });
  });

  it.each([[[]], [['--as-of', 'yesterday-ish']], [['--as-of', '2099-01-01']]])(
    'needs the time of the copy: %j',
    async (words) => {
      await expect(restored(words)).rejects.toThrow(Misused);
    },
  );

  it('is refused while a bot is connected', async () => {
    await desk()
      .kysely.connection()
      .execute(async (bot) => {
        await sql`set application_name = 'access-request-bot/1@elsewhere'`.execute(bot);
        expect(await restored(['--as-of', '1h'])).toBe(1);
        await sql`reset application_name`.execute(bot);
      });
    expect(said).toContain('A bot is connected to this database (access-request-bot/1@elsewhere)');
    expect(await isUnsettled()).toBe(false);
  });
});

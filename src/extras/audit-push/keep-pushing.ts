/** Sends the trail of the running bot, and shows how far it is behind. */
import { hostname } from 'node:os';
import { Gauge, type Registry } from 'prom-client';
import type { OpensExtra } from '../../extra.ts';
import { buildInfo } from '../../operator/health/build-info.ts';
import { inTime } from '../../operator/health/system-status.ts';
import { repeat } from '../../queue/repeat.ts';
import { createAuditTrail } from '../../store/record/audit-trail.ts';
import { openReceiver } from './post-batch.ts';
import { pushRows } from './push-rows.ts';
import { pushTrail } from './push-trail.ts';

/** As often as the trail is sealed. */
const pushMs = 2_000;

interface PushOpening
  extends Pick<OpensExtra, 'settings' | 'world' | 'database' | 'callsEnd' | 'onStop'> {
  readonly environment: Pick<OpensExtra['environment'], 'governance' | 'auditPushAuthorization'>;
  readonly metrics: Pick<OpensExtra['metrics'], 'registry'>;
}

/** Sends from now on, where `audit.push` is set. */
export function keepPushing({
  environment,
  settings,
  world,
  database,
  metrics,
  callsEnd,
  onStop,
}: PushOpening): Record<never, never> {
  const { push } = settings.audit;
  if (push === null) return {};
  const rows = pushRows(database.background);
  const authorization = environment.auditPushAuthorization;
  const receiver = openReceiver({ push, authorization, callsEnd, now: world.now });
  const stopping = new AbortController();
  const deps = {
    rows,
    receiver,
    format: push.format,
    world,
    trail: createAuditTrail(database.background),
    sender: {
      tenant: environment.governance.baseUrl,
      bot: { version: buildInfo().version, host: hostname() },
    },
    stopped: stopping.signal,
  };
  showPushLag(metrics, async () => {
    const oldest = (await rows.state())?.oldestUnsent ?? null;
    return oldest === null ? 0 : Math.max(0, (world.now().getTime() - oldest.getTime()) / 1_000);
  });
  const stopTurns = repeat(pushMs, () => pushTrail(deps), world.log);
  onStop(async () => {
    stopping.abort();
    // What the turn under way did not send is sent after the next start.
    await stopTurns();
    await receiver.close();
  });
  return {};
}

/** Left out while the database does not answer. */
export function showPushLag(
  { registry }: { readonly registry: Registry },
  read: () => Promise<number>,
): void {
  new Gauge({
    name: 'access_audit_push_lag_seconds',
    help: 'How old the oldest sealed entry is that the receiver of audit.push does not have; 0 without one.',
    registers: [registry],
    async collect() {
      this.remove();
      const value = await inTime(read).catch(() => null);
      if (value !== null) this.set(value);
    },
  });
}

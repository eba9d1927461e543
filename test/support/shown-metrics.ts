import { createMetrics } from '../../src/operator/health/metrics.ts';
import { createSystemStatus } from '../../src/operator/health/system-status.ts';
import { Deliveries } from '../../src/slack/receiving/http-receiver.ts';
import { FakeWorld } from './fakes.ts';

/**
 * What `/metrics` shows of a bot whose systems are all up and that has done one job and one call.
 */
export async function shownMetrics(): Promise<string> {
  const probe = async () => 'answers';
  const status = createSystemStatus(
    {
      database: { probe },
      slack: { probe },
      socket: { probe },
      governance: { probe },
      catalogue: { probe },
    },
    () => new Date(),
  );
  const metrics = createMetrics({
    jobDepth: async () => new Map([['sync-card', 1]]),
    jobAges: async () => new Map([['sync-card', 1]]),
    sealLag: async () => 1,
    readingAge: async () => 1,
    untoldEmergencyAge: async () => 1,
    catalogueAges: () => new Map([['app-github', 1]]),
    credentialExpiry: new Date(0),
    status: () => status.read(),
    deliveries: () => new Deliveries(new FakeWorld()),
  });
  metrics.jobAttempt('sync-card', 'given-up', 1);
  metrics.governanceCall({ method: 'GET', path: '/', status: 200, durationMs: 1 });
  metrics.slack.called({ method: 'chat.update', outcome: 'ok', durationMs: 1 });
  metrics.slack.acked(1);
  return metrics.registry.metrics();
}

/** What the drawer on the page does to the two stand-ins: the failures that a bot meets. */
import type { GovernanceFault } from './governance/service.ts';
import type { Weather } from './workspace/page/drawer.ts';

/** Until the weather changes. */
const always = 1_000_000;
const everyCall = { method: '*', path: '/api/*', times: always } as const;

const ofService: Readonly<Partial<Record<Weather, GovernanceFault>>> = {
  down: { ...everyCall, kind: 'status', status: 503 },
  slow: { ...everyCall, kind: 'delay', delayMs: 2_000 },
  // Requests and acts are carried out and seem to fail; what is looked up arrives.
  lost: { method: 'POST', path: '/api/v1/task*', times: always, kind: 'drop-after' },
};
const ofSlack = {
  method: 'chat.postMessage',
  kind: 'ratelimited',
  retryAfterSeconds: 5,
  times: 5,
} as const;

interface Faulty<Fault> {
  fault(fault: Fault): void;
  clearFaults(): void;
}

export function makeWeather(
  weather: Weather,
  service: Faulty<GovernanceFault>,
  slack: Faulty<typeof ofSlack>,
): void {
  service.clearFaults();
  slack.clearFaults();
  const fault = ofService[weather];
  if (fault !== undefined) service.fault(fault);
  if (weather === 'limited') slack.fault(ofSlack);
}

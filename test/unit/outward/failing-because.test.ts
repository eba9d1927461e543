import { expect, it } from 'vitest';
import { NotTaken, OutwardFailure } from '../../../src/domain/outward/outward-failure.ts';
import { failingBecause } from '../../../src/queue/stuck-work.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 24, 12, minute));
const about = { message: 'x', certainlyNotDone: true } as const;
const refused = new NotTaken('chat.postMessage', 'org_login_required', 'C0REVIEWS');
const ownPace = new OutwardFailure({ system: 'slack', kind: 'rate-limited', ...about });
const away = new OutwardFailure({ system: 'governance', kind: 'timeout', ...about });

it('keeps since when Slack fails a job, also across waits for its turn', () => {
  const first = failingBecause(refused, failingBecause(ownPace, null, at(0)), at(1));
  const last = failingBecause(refused, failingBecause(ownPace, first, at(2)), at(3));
  expect(last).toEqual({
    since: at(1).toISOString(),
    why: 'slack',
    code: 'org_login_required',
    refused: 'C0REVIEWS',
  });
});

it('begins anew where something else fails', () => {
  const before = failingBecause(refused, null, at(0));
  const now = failingBecause(away, before, at(9));
  expect(now).toMatchObject({ since: at(9).toISOString(), why: 'governance', code: 'timeout' });
});

import { expect, it } from 'vitest';
import { createLooks } from '../../src/service/operations/look-at-operations.ts';
import { findableOperations } from '../support/findable-operations.ts';
import { startTenant } from '../support/governance-tenant.ts';

const now = () => new Date('2026-03-01T08:00:00Z');

it.each([
  ['everything', 'there', false],
  ['only what the interface documents', 'missing', true],
] as const)('finds the operations of a tenant that has %s: %s', async (_, look, documentedOnly) => {
  const tenant = await startTenant([], { documentedOnly });
  try {
    const answers = await createLooks(tenant.client, now)(findableOperations);
    const looks = findableOperations.map((one) => [one, answers.get(one)?.look]);
    expect(looks).toEqual(findableOperations.map((one) => [one, look]));
    // The token's exchange included.
    expect(tenant.service.requests()).toHaveLength(31);
  } finally {
    await tenant.close();
  }
});

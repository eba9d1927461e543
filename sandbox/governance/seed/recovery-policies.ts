import type { RecoveryPolicy } from '../entities/recovery-policy.ts';
import { seededAt } from './people.ts';

function policy(
  id: string,
  displayName: string,
  priority: number,
  types: readonly string[],
  minLevel: 'LOW' | 'MEDIUM' | 'HIGH',
  revokeOnRecovery: boolean,
): RecoveryPolicy {
  return {
    id: `recovery-policy-${id}`,
    displayName,
    allowedRecoveryTypes: types.map((type) => `CREDENTIAL_TYPE_${type}`),
    minRecoveryAuthLevel: `AUTH_LEVEL_${minLevel}`,
    priority,
    isBuiltin: id === 'default',
    revokeOnRecovery,
    createdAt: seededAt,
    updatedAt: seededAt,
    deletedAt: null,
  };
}

/** Recovery policies in the order in which they are tried; the last one is deleted. */
export const recoveryPolicies: readonly RecoveryPolicy[] = [
  policy('keepers', 'Lighthouse keepers: the spare key in the lamp room', 10, ['PASSKEY'], 'HIGH', true),
  policy('security', 'Security', 20, ['PASSKEY'], 'HIGH', true),
  policy('bridge', 'Bridge', 30, ['PASSKEY', 'TOTP'], 'HIGH', true),
  policy('engineering', 'Engineering', 40, ['PASSKEY', 'DELEGATED'], 'MEDIUM', true),
  policy('finance', 'Finance', 50, ['PASSKEY', 'TOTP'], 'HIGH', true),
  policy('people', 'People', 60, ['PASSKEY', 'EMAIL_OTP'], 'MEDIUM', true),
  policy('harbour', 'Harbour Ops', 70, ['TOTP', 'EMAIL_OTP'], 'MEDIUM', false),
  policy('night-ferry', 'Night ferry', 80, ['TOTP'], 'MEDIUM', false),
  policy('care', 'Passenger Care', 90, ['EMAIL_OTP'], 'LOW', false),
  policy('partners', 'Partner ports', 100, ['DELEGATED'], 'LOW', false),
  policy('contractors', 'Contractors: ask Hana in person', 110, [], 'HIGH', true),
  policy('default', 'Default', 1000, ['EMAIL_OTP', 'TOTP'], 'MEDIUM', true),
  {
    ...policy('telegraph', 'Telegraph office (closed)', 120, ['EMAIL_OTP'], 'LOW', false),
    updatedAt: '2025-11-30T12:00:00Z',
    deletedAt: '2025-11-30T12:00:00Z',
  },
];

/** Who owns an app or an entitlement (docs/spec/deployments.md#people-and-apps). */
import { z } from 'zod';
import { endpoint } from './wire/endpoint.ts';
import { list } from './wire/wire-fields.ts';

const owners = z.object({ userIds: list(z.string()) });

/** The ids of everybody who owns an app. */
export const readAppOwnerIds = endpoint('GET', '/api/v1/apps/{app_id}/ownerids', owners, {
  operation: 'appOwnerIds',
});

/** The ids of everybody who owns an entitlement. */
export const readEntitlementOwnerIds = endpoint(
  'GET',
  '/api/v1/apps/{app_id}/entitlements/{entitlement_id}/ownerids',
  owners,
  { operation: 'entitlementOwnerIds' },
);

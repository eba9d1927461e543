import { z } from 'zod';
import type { Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { GovernanceClient } from './client.ts';
import { endpoint } from './wire/endpoint.ts';
import { dateTime, flag, list, marker, nested, openEnum, text } from './wire/fields.ts';
import { type Page, type PageRequest, pageFields } from './wire/paging.ts';

/** Workload federation provider: who may vouch for workloads. `oidc` is true where the provider is one. */
const workloadFederationProvider = z.object({
  id: text,
  displayName: text,
  description: text,
  issuerUrl: text,
  disabled: flag,
  oidc: marker,
  spiffe: nested(z.object({ bundleEndpointUrl: text })),
  wellKnownProvider: openEnum(['WELL_KNOWN_WORKLOAD_PROVIDER_UNSPECIFIED']),
  createdAt: dateTime,
  updatedAt: dateTime,
});
export type WorkloadFederationProvider = z.output<typeof workloadFederationProvider>;

const listWorkloadFederationProvidersEndpoint = endpoint({
  method: 'GET',
  path: '/api/v1/workload_federation/providers',
  effect: 'read',
  answer: z.object({ list: list(workloadFederationProvider), nextPageToken: text }),
});

/** Endpoint 16: one page of the workload-federation providers of the tenant. Refusals: `forbidden`. */
export function listWorkloadFederationProviders(
  client: GovernanceClient,
  page: PageRequest = {},
): Promise<Result<Page<WorkloadFederationProvider>, ServiceRefusal>> {
  return client.call(listWorkloadFederationProvidersEndpoint, { path: {}, query: pageFields(page) });
}

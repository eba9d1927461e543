import type { FederationProvider } from '../entities/federation-provider.ts';
import { seededAt } from './people.ts';

const stamps = { createdAt: seededAt, updatedAt: seededAt };

/** Who may vouch for workloads. */
export const federationProviders: readonly FederationProvider[] = [
  {
    ...stamps,
    id: 'provider-forge',
    displayName: 'Code forge pipelines',
    description: 'Builds on main may deploy to staging.',
    issuerUrl: 'https://pipelines.forge.example',
    disabled: false,
    oidc: {},
    wellKnownProvider: 'WELL_KNOWN_WORKLOAD_PROVIDER_CODE_FORGE',
  },
  {
    ...stamps,
    id: 'provider-lamps',
    displayName: 'Lamp controllers',
    description: 'Every lamp has an identity document. SPIFFE, because a lamp cannot type a password.',
    issuerUrl: 'spiffe://lamps.acme.example',
    disabled: false,
    spiffe: { bundleEndpointUrl: 'https://lamps.acme.example/bundle' },
    wellKnownProvider: 'WELL_KNOWN_WORKLOAD_PROVIDER_UNSPECIFIED',
  },
  {
    ...stamps,
    id: 'provider-telegraph',
    displayName: 'Telegraph office',
    description: '',
    issuerUrl: 'https://telegraph.acme.example',
    disabled: true,
    oidc: {},
    wellKnownProvider: 'WELL_KNOWN_WORKLOAD_PROVIDER_UNSPECIFIED',
  },
];

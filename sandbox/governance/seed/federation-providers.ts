import type { FederationProvider } from '../entities/federation-provider.ts';
import { seededAt } from './people.ts';

const stamps = { createdAt: seededAt, updatedAt: seededAt };

function harbour(id: string, displayName: string, description: string, disabled = false): FederationProvider {
  return {
    ...stamps,
    id: `provider-${id}`,
    displayName,
    description,
    issuerUrl: `https://${id}.acme.example`,
    disabled,
    oidc: {},
    wellKnownProvider: 'WELL_KNOWN_WORKLOAD_PROVIDER_UNSPECIFIED',
  };
}

/** Workload federation providers: more than fit on the smallest page. */
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
  harbour('telegraph', 'Telegraph office', '', true),
  harbour('ticket-machines', 'Ticket machines', 'They sell tickets and may do nothing else.'),
  harbour('tide-gauges', 'Tide gauges 潮位計', 'Write readings, read nothing.'),
  harbour('timetable-boards', 'Timetable boards', 'One on every quay.'),
  harbour('berth-cameras', 'Berth cameras', 'See who lies where.'),
  harbour('warehouse-jobs', 'Warehouse jobs', 'Nightly loads, at low tide.'),
  {
    ...harbour('cluster-north', 'Cluster, North Rock', 'Everything that runs north of the strait.'),
    wellKnownProvider: 'WELL_KNOWN_WORKLOAD_PROVIDER_CLUSTER',
  },
  {
    ...harbour('cluster-south', 'Cluster, South Rock', 'Everything that runs south of it.'),
    wellKnownProvider: 'WELL_KNOWN_WORKLOAD_PROVIDER_CLUSTER',
  },
  harbour('weather-service', 'Weather service', 'Fog, mostly.'),
  harbour('storm-drill', 'Storm drill', 'Switched on for drills only.', true),
];

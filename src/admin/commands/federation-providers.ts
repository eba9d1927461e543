import { ok } from '../../domain/result.ts';
import type { AdminCommand } from '../command.ts';
import { choice, fieldsOf, moment, text } from '../fields.ts';
import { listPage, marksOf, titleOf } from '../pages.ts';

export const federationProviders: AdminCommand = {
  name: 'federation-providers',
  endpoints: [16],
  about: 'who may vouch for workloads',
  args: [],
  flags: [],
  effect: 'read',
  isList: true,
  async run(_given, administration, page) {
    const answer = await administration.listFederationProviders(page);
    if (!answer.ok) return answer;
    const about = { title: 'Workload-federation providers', empty: 'There are no workload-federation providers.' };
    return ok(
      listPage(about, answer.value, (one) => ({
        title: titleOf(one.displayName, one.id),
        marks: marksOf([[one.disabled, 'switched off']]),
        fields: fieldsOf([
          text('Id', one.id),
          text('Description', one.description),
          text('Issuer', one.issuerUrl),
          text('Kind', [...(one.oidc ? ['OIDC'] : []), ...(one.spiffe === null ? [] : ['SPIFFE'])].join(', ')),
          text('Bundle address', one.spiffe?.bundleEndpointUrl),
          choice('Well-known as', 'WELL_KNOWN_WORKLOAD_PROVIDER', one.wellKnownProvider),
          moment('Changed', one.updatedAt),
        ]),
      })),
    );
  },
};

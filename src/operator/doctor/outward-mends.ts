import { z } from 'zod';
import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import { proxyStatusIn, proxyWords } from '../../service/client/http/way-out.ts';

/** What is wrong with a certificate, by the codes of OpenSSL and Node. */
const certificateMends: ReadonlyMap<string, string> = new Map([
  ['CERT_HAS_EXPIRED', 'Its certificate has run out: have it renewed.'],
  ['CERT_NOT_YET_VALID', 'Its certificate is not valid yet: look at the clocks of both machines.'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'Its certificate is for another name: look at the address.'],
  ...[
    'SELF_SIGNED_CERT_IN_CHAIN',
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  ].map(
    (code) =>
      [
        code,
        'Its certificate is of an authority that Node does not know: name the file with the authority’s certificate in NODE_EXTRA_CA_CERTS.',
      ] as const,
  ),
]);

/** What Slack answers where the token lacks a scope: any one of those that it names is enough. */
const missingScope = z.object({
  data: z.object({ error: z.literal('missing_scope'), needed: z.string().min(1) }),
});

const scopeMend = (needed: string): string =>
  `The token lacks the scope ${needed.split(',').join(' or ')}: add it under OAuth & Permissions, and install the app again.`;

/** The advice of whoever looks, unless the failure itself tells more. */
export function mendOf(error: unknown, usual: string): string {
  for (const cause of causesOf(error)) {
    const ofScope = missingScope.safeParse(cause);
    if (ofScope.success) return scopeMend(ofScope.data.data.needed);
    const code = 'code' in cause ? cause.code : undefined;
    const ofCertificate = typeof code === 'string' ? certificateMends.get(code) : undefined;
    if (ofCertificate !== undefined) return ofCertificate;
  }
  const proxyStatus = proxyStatusIn(error);
  if (proxyStatus !== null) return proxyWords(proxyStatus);
  const isLimited = error instanceof OutwardFailure && error.kind === 'rate-limited';
  return isLimited ? 'It limits the bot’s calls: try again in a minute.' : usual;
}

const deepest = 8;

/** fetch and Slack’s client hide why a call failed behind errors of their own. */
function causesOf(error: unknown): readonly Error[] {
  const causes: Error[] = [];
  let current = error;
  while (causes.length < deepest && current instanceof Error) {
    causes.push(current);
    current = 'original' in current ? current.original : current.cause;
  }
  return causes;
}

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

/** The advice of whoever looks, unless the failure itself tells more. */
export function mendOf(error: unknown, usual: string): string {
  const ofCertificate = codesOf(error).map((code) => certificateMends.get(code));
  const first = ofCertificate.find((mend) => mend !== undefined);
  if (first !== undefined) return first;
  const proxyStatus = proxyStatusIn(error);
  if (proxyStatus !== null) return proxyWords(proxyStatus);
  const isLimited = error instanceof OutwardFailure && error.kind === 'rate-limited';
  return isLimited ? 'It limits the bot’s calls: try again in a minute.' : usual;
}

const deepest = 8;

/** Along the causes: fetch and Slack’s client hide why a call failed behind errors of their own. */
function codesOf(error: unknown): readonly string[] {
  const codes: string[] = [];
  let current = error;
  for (let depth = 0; depth < deepest && current instanceof Error; depth += 1) {
    if ('code' in current && typeof current.code === 'string') codes.push(current.code);
    current = 'original' in current ? current.original : current.cause;
  }
  return codes;
}

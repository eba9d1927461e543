import { ok } from '../../domain/result.ts';
import type { AdminRow } from '../../use-cases/admin-desk.ts';
import type { CredentialPolicyRecord } from '../../use-cases/administration-records.ts';
import type { AdminCommand } from '../command.ts';
import { count, enumWords, fieldsOf, moment, text, texts } from '../fields.ts';
import { listPage, marksOf, titleOf } from '../pages.ts';

export const credentialPolicies: AdminCommand = {
  name: 'credential-policies',
  endpoints: [4],
  about: 'which credentials people may enrol, and how strong; all of them, or those whose name matches',
  args: [{ name: 'query', about: 'words of the name', isRest: true }],
  flags: [],
  effect: 'read',
  isList: true,
  async run(given, administration, page) {
    const query = given.argument('query');
    const answer = await administration.searchCredentialPolicies(query, page);
    if (!answer.ok) return answer;
    const title = query === '' ? 'Credential policies' : `Credential policies matching “${query}”`;
    const empty = query === '' ? 'There are no credential policies.' : 'No credential policy has such a name.';
    return ok(listPage({ title, empty }, answer.value, rowOf));
  },
};

function rowOf(policy: CredentialPolicyRecord): AdminRow {
  return {
    title: titleOf(policy.displayName, policy.id),
    marks: marksOf([[policy.isBuiltin, 'built in']]),
    fields: fieldsOf([
      moment('Deleted', policy.deletedAt),
      text('Id', policy.id),
      count('Priority', policy.priority),
      texts(
        'Allows',
        policy.enabledTypes.map((type) => enumWords('CREDENTIAL_TYPE', type)),
      ),
      text('Passkey', passkeyWords(policy.passkey)),
      text('Password', passwordWords(policy.password)),
      text('Authenticator app', totpWords(policy.totp)),
      text('Email code', emailWords(policy.emailOtp)),
      text('Through another provider', delegatedWords(policy.delegated)),
      moment('Changed', policy.updatedAt),
    ]),
  };
}

function passkeyWords(passkey: CredentialPolicyRecord['passkey']): string {
  if (passkey === null) return '';
  const { allowedAaguids, attestation, requireUserVerification } = passkey;
  const attested = enumWords('ATTESTATION_REQUIREMENT', attestation);
  return [
    allowedAaguids.length === 0 ? 'any authenticator' : `only ${allowedAaguids.length} kinds of authenticator`,
    ...(attested === '' ? [] : [`attestation ${attested}`]),
    requireUserVerification ? 'with user verification' : 'without user verification',
  ].join(', ');
}

function passwordWords(password: CredentialPolicyRecord['password']): string {
  if (password === null) return '';
  const wanted = marksOf([
    [password.requireMixedCase, 'upper and lower case'],
    [password.requireNumber, 'a number'],
    [password.requireSymbol, 'a symbol'],
  ]);
  return [
    `at least ${password.minLength} characters`,
    ...(wanted.length === 0 ? [] : [`with ${wanted.join(', ')}`]),
    `not one of the last ${password.historyDepth}`,
    password.checkBreached ? 'checked against known breaches' : 'not checked against breaches',
  ].join(', ');
}

function totpWords(totp: CredentialPolicyRecord['totp']): string {
  if (totp === null) return '';
  return `${totp.codeLength} digits every ${totp.periodSeconds} s, ${totp.skewTolerance} steps of clock skew`;
}

function emailWords(otp: CredentialPolicyRecord['emailOtp']): string {
  return otp === null
    ? ''
    : `${otp.codeLength} digits, good for ${otp.ttlSeconds} s, at most ${otp.maxAttempts} attempts`;
}

function delegatedWords(delegated: CredentialPolicyRecord['delegated']): string {
  if (delegated === null) return '';
  const parts = [
    ...(delegated.providerAEnabled
      ? [`provider A (${delegated.providerAHostedDomains.join(', ') || 'any domain'})`]
      : []),
    ...(delegated.providerBEnabled ? [`provider B (${delegated.providerBTenantIds.join(', ') || 'any tenant'})`] : []),
  ];
  return parts.join('; ') || 'none enabled';
}

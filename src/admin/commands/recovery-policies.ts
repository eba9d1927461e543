import { ok } from '../../domain/result.ts';
import type { AdminCommand } from '../command.ts';
import { choice, count, enumWords, fieldsOf, moment, text, texts, yesNo } from '../fields.ts';
import { listPage, marksOf, titleOf } from '../pages.ts';

export const recoveryPolicies: AdminCommand = {
  name: 'recovery-policies',
  endpoints: [11],
  about: 'how somebody who lost a credential gets back in',
  args: [],
  flags: [],
  effect: 'read',
  isList: true,
  async run(_given, administration, page) {
    const answer = await administration.listRecoveryPolicies(page);
    if (!answer.ok) return answer;
    const about = { title: 'Recovery policies', empty: 'There are no recovery policies.' };
    return ok(
      listPage(about, answer.value, (policy) => ({
        title: titleOf(policy.displayName, policy.id),
        marks: marksOf([[policy.isBuiltin, 'built in']]),
        fields: fieldsOf([
          moment('Deleted', policy.deletedAt),
          text('Id', policy.id),
          count('Priority', policy.priority),
          texts(
            'Recover with',
            policy.allowedRecoveryTypes.map((type) => enumWords('CREDENTIAL_TYPE', type)),
          ),
          choice('At least signed in at', 'AUTH_LEVEL', policy.minRecoveryAuthLevel),
          yesNo('Other credentials revoked', policy.revokeOnRecovery),
          moment('Changed', policy.updatedAt),
        ]),
      })),
    );
  },
};

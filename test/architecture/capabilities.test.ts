import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** How often each file of the bot has this in its code; comments and sentences do not count. */
function counted(pattern: RegExp): Readonly<Record<string, number>> {
  const counts = globSync('src/**/*.ts').map((path): [string, number] => {
    const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
    return [path, code.match(pattern)?.length ?? 0];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const asksOperations = /\boperations\s*\.\s*(?:has|includes)\b|\btasksAreRead\b/g;
/** Compares a capability, or hands them to a rule. */
const looksAtCapability =
  /'(?:present|absent)'|\.mayCall\(|(?<!function )\bcanAct\([^)]*\)|\.capabilities(?=[,)])/g;

describe('what the tenant has', () => {
  it('is asked in one place, and by what reads or checks access.yaml', () => {
    expect(counted(asksOperations)).toEqual({
      'src/config/access-schema.ts': 1,
      'src/config/contradictions.ts': 2,
      'src/service/capabilities.ts': 1,
      'src/start/open-extras.ts': 1,
    });
  });

  // The lists are exact, and may only become shorter: elsewhere the port answers `unknown`.
  it('is looked at before anybody is asked, by these rules and offers', () => {
    expect(counted(looksAtCapability)).toEqual({
      'src/domain/action/holder-action.ts': 3,
      'src/domain/settings/capability.ts': 4,
      'src/extras/elsewhere/asked-elsewhere.ts': 1,
      'src/extras/held/give-back-held.ts': 1,
      'src/extras/held/held-on-home.ts': 2,
      'src/extras/webhooks/deciding/delivered-answer.ts': 1,
      'src/extras/webhooks/flow/read-delivered-steps.ts': 2,
      'src/extras/webhooks/flow/take-delivery.ts': 2,
      'src/extras/worklist/work-on-home.ts': 1,
      'src/operator/admin/admin-command.ts': 1,
      'src/operator/admin/people-of-command.ts': 3,
      'src/operator/doctor/checks/operation-checks.ts': 4,
      'src/operator/doctor/checks/own-approvals-check.ts': 1,
      'src/operator/doctor/checks/settings-checks.ts': 3,
      'src/service/capabilities.ts': 9,
      'src/slack/form/account-choice.ts': 1,
      'src/slack/form/open-form.ts': 1,
      'src/store/store.ts': 2,
      'src/use-cases/access/end-grants.ts': 1,
      'src/use-cases/access/holder-requests.ts': 1,
      'src/use-cases/action/check-right.ts': 1,
      'src/use-cases/action/kinds/escalate.ts': 1,
      'src/use-cases/action/kinds/give-back.ts': 1,
      'src/use-cases/action/kinds/withdraw.ts': 1,
      'src/use-cases/card/card-model.ts': 1,
      'src/use-cases/catalogue/catalogue-sources.ts': 1,
      'src/use-cases/catalogue/who-decides.ts': 1,
      'src/use-cases/home/sync-home.ts': 1,
      'src/use-cases/people/resolve-identity.ts': 1,
    });
  });
});

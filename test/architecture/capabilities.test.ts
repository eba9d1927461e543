import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { abilitiesOf, TenantCapabilities } from '../../src/service/capabilities.ts';

/** How often each file of the bot has this in its code; comments and sentences do not count. */
function counted(pattern: RegExp): Readonly<Record<string, number>> {
  const counts = globSync('src/**/*.ts').map((path): [string, number] => {
    const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
    return [path, code.match(pattern)?.length ?? 0];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const asksOperations = /\boperations\s*\.\s*(?:has|includes)\b|\btasksAreRead\b/g;
const asksCapability = /'(?:present|absent)'|\.mayCall\(|\.of\('[a-zA-Z]+'\)|\.anyOf\(/g;
/** Where abilities and capabilities come from. */
const declared = new Set([
  'src/domain/settings/abilities.ts',
  'src/domain/settings/operation-finding.ts',
  'src/service/capabilities.ts',
  'src/service/operations/live-operations.ts',
  'src/service/operations/look-at-operations.ts',
]);
const abilities = Object.keys(abilitiesOf(new TenantCapabilities(new Set())));
const looksAtAbility = new RegExp(String.raw`\b(?:${abilities.join('|')})\b`, 'g');

describe('what the tenant has', () => {
  it('is asked in one place, and by what reads, checks or writes access.yaml', () => {
    expect(counted(asksOperations)).toEqual({
      'src/config/access-schema.ts': 1,
      'src/operator/operation-lines.ts': 1,
      'src/operator/setup/operation-questions.ts': 3,
      'src/service/capabilities.ts': 2,
      'src/use-cases/catalogue/find-operations.ts': 1,
    });
  });

  // To say what a tenant has is the operator's job: the doctor's and the admin commands'.
  it('is compared by nobody else but the operator', () => {
    const others = Object.keys(counted(asksCapability)).filter((path) => !declared.has(path));
    expect(others.filter((path) => !path.startsWith('src/operator/'))).toEqual([]);
  });

  // The list is exact, and may only become shorter: elsewhere the port answers `unknown`.
  it('says beforehand what the bot can do, for these offers and checks', () => {
    const all = Object.entries(counted(looksAtAbility));
    const isListed = (path: string) => !declared.has(path) && !path.startsWith('src/operator/');
    expect(Object.fromEntries(all.filter(([path]) => isListed(path)))).toEqual({
      // Where an extra is mounted.
      'src/extras/elsewhere/index.ts': 1,
      'src/extras/held/index.ts': 1,
      'src/extras/worklist/index.ts': 1,
      // Extras.
      'src/extras/held/give-back-held.ts': 1,
      'src/extras/held/held-on-home.ts': 1,
      'src/extras/webhooks/deciding/delivered-answer.ts': 1,
      'src/extras/webhooks/flow/read-delivered-steps.ts': 2,
      'src/extras/webhooks/flow/take-delivery.ts': 2,
      // The core.
      'src/domain/action/holder-action.ts': 3,
      'src/slack/form/account-choice.ts': 1,
      'src/use-cases/access/end-grants.ts': 1,
      'src/use-cases/access/holder-requests.ts': 1,
      'src/use-cases/action/check-right.ts': 1,
      'src/use-cases/action/kinds/escalate.ts': 1,
      'src/use-cases/action/kinds/give-back.ts': 1,
      'src/use-cases/card/card-model.ts': 1,
      'src/use-cases/catalogue/catalogue-sources.ts': 1,
      'src/use-cases/catalogue/who-decides.ts': 1,
      'src/use-cases/home/sync-home.ts': 1,
    });
  });
});

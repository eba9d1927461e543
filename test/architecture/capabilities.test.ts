import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { optionalOperations } from '../../src/domain/settings/access-settings.ts';
import { mountedExtras } from '../../src/extras/mounted.ts';

const guide = readFileSync('docs/architecture.md', 'utf8').replaceAll(/\s+/g, ' ');

/** How often each file of the bot has this in its code; comments and sentences do not count. */
function counted(pattern: RegExp): Readonly<Record<string, number>> {
  const counts = globSync('src/**/*.ts').map((path): [string, number] => {
    const code = readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
    return [path, code.match(pattern)?.length ?? 0];
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const asksOperations = /\boperations\s*\.\s*(?:has|includes)\b|\btasksAreRead\b/g;
const asksCapability = /'(?:present|absent)'|\.mayCall\(|\btenant\.has\(/g;
/** Where capabilities come from, and the port that answers beforehand. */
const declared = new Set([
  'src/service/access-governance.ts',
  'src/service/capabilities.ts',
  'src/service/operations/look-at-operations.ts',
  'src/use-cases/deps.ts',
  'src/use-cases/ports/ports.ts',
]);
const asksBeforehand = /\.(?:actionsOn|mayRevoke|accountsIn|entitlementSearch|isThere)\(/g;
const namesAnAbility = /\babilities\b|\bcan(?:FollowTasks|SendActions|ActOnTasks|TakeBack)\b/g;

describe('what the tenant has', () => {
  it('is asked in one place, and by what reads, checks or writes access.yaml', () => {
    expect(counted(asksOperations)).toEqual({
      'src/config/access-schema.ts': 1,
      'src/operator/setup/access-questions.ts': 2,
      'src/service/capabilities.ts': 1,
      'src/start/open-extras.ts': 1,
    });
  });

  // To say what a tenant has is the operator's job: the doctor's and the admin commands'.
  it('is compared by nobody else but the operator', () => {
    const others = Object.keys(counted(asksCapability)).filter((path) => !declared.has(path));
    expect(others.filter((path) => !path.startsWith('src/operator/'))).toEqual([]);
  });

  it('is an ability by name for nobody but the operator', () => {
    const others = Object.keys(counted(namesAnAbility)).filter((path) => !declared.has(path));
    expect(others.filter((path) => !path.startsWith('src/operator/'))).toEqual([]);
  });

  // The list is exact, and may only become shorter. What is asked at the time answers null.
  it('is answered beforehand about the thing in question, for what is offered', () => {
    const all = Object.entries(counted(asksBeforehand));
    expect(Object.fromEntries(all.filter(([path]) => !declared.has(path)))).toEqual({
      // Where webhooks are mounted: whether a step can be closed beside the answer.
      'src/extras/webhooks/index.ts': 1,
      // What a card and Home offer.
      'src/use-cases/access/holder-requests.ts': 2,
      'src/use-cases/card/card-model.ts': 1,
      'src/extras/held/held-on-home.ts': 1,
      // What a click may do.
      'src/use-cases/action/check-right.ts': 2,
      // What a delivered step leaves of the other actions.
      'src/extras/webhooks/read-delivered-steps.ts': 1,
      'src/extras/webhooks/take-delivery.ts': 1,
      // Readers, which are null where nothing can be read.
      'src/use-cases/catalogue/catalogue-sources.ts': 1,
      'src/use-cases/catalogue/who-decides.ts': 2,
    });
  });

  it('is what an extra needs, and no other extra', () => {
    const needs = mountedExtras.flatMap(({ name, needs = [] }) => {
      const names = needs.flatMap((need) => (typeof need === 'string' ? [need] : need.anyOf));
      return names.length === 0 ? [] : [[name, names] as const];
    });
    expect(Object.fromEntries(needs)).toEqual({
      elsewhere: ['taskSearch', 'taskRead'],
      catalogs: ['catalogs', 'grantSearch'],
      worklist: ['taskSearch'],
      held: ['grantSearch'],
    });
    const capabilities: readonly string[] = optionalOperations;
    expect(
      needs.flatMap(([, names]) => names).filter((one) => !capabilities.includes(one)),
    ).toEqual([]);
    expect(guide).toContain('`elsewhere`, `catalogs`, `worklist` and `held`');
  });

  it('is doubted by what one place reads in a 403', () => {
    expect(counted(/\b403\b|'forbidden'/g)).toEqual({
      'src/domain/outward/operation-answer.ts': 1,
      // A status becomes a kind, and the other way round.
      'src/domain/outward/service-refusal.ts': 1,
      // What a person reads of it, and that the administrators are told.
      'src/domain/refusals/refusals.ts': 1,
      'src/use-cases/action/settle-action.ts': 1,
      'src/service/client/http/service-errors.ts': 4,
      // The endpoint of tokens has statuses of its own.
      'src/service/client/http/token.ts': 1,
      // What the bot itself answers to a page in a browser.
      'src/extras/agents/server/mcp-endpoint.ts': 2,
    });
  });
});

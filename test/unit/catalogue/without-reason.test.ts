import { beforeEach, describe, expect, it } from 'vitest';
import { isReasonNeeded } from '../../../src/domain/request/access-request.ts';
import type { RequestableApp } from '../../../src/domain/settings/access-settings.ts';
import { TenantSettings } from '../../../src/use-cases/catalogue/tenant-settings.ts';
import { FakeGovernance, FakeWorld, failing, refusedRead } from '../../support/fakes.ts';
import { picked } from '../../support/request-forms.ts';
import { testSettings } from '../../support/test-settings.ts';

const apps = testSettings().apps;

let governance = new FakeGovernance();
let tenant: TenantSettings;

beforeEach(() => {
  governance = new FakeGovernance();
  governance.operations.add('requestSchemas');
  governance.operations.add('requestSettings');
  const pace = async () => undefined;
  const world = new FakeWorld();
  tenant = new TenantSettings({ governance, settings: testSettings(), world, pace });
});

const { entitlement: plain } = picked({ id: 'ent-plain' });
const { entitlement: quiet } = picked({ id: 'ent-quiet', requestSchemaId: 'schema-quiet' });

/** The app after the tenant was read. */
async function readApp(): Promise<RequestableApp> {
  await tenant.readQuestions([plain, quiet]);
  const [github] = apps;
  if (github === undefined) throw new Error('no app is configured');
  return tenant.asking(github, [plain, quiet]);
}

const needs = async (ids: readonly string[], isEmergency = false): Promise<boolean> =>
  isReasonNeeded(await readApp(), ids, isEmergency);

describe('a justification', () => {
  it('is not asked for where the form of all that is picked wants none', async () => {
    governance.withoutReason.add('schema-quiet');
    expect(await needs(['ent-quiet'])).toBe(false);
    expect(await needs(['ent-quiet', 'ent-plain'])).toBe(true);
    expect(await needs([])).toBe(true);
  });

  it('is always asked for in an emergency', async () => {
    governance.withoutReason.add('schema-quiet');
    expect(await needs(['ent-quiet'], true)).toBe(true);
  });

  it('is asked for again when the form wants it again', async () => {
    governance.withoutReason.add('schema-quiet');
    await needs(['ent-quiet']);
    governance.withoutReason.clear();
    expect(await needs(['ent-quiet'])).toBe(true);
  });

  it('is not asked for anywhere where the tenant wants none at all', async () => {
    governance.reasonSettings.next(true);
    expect(await needs(['ent-plain'])).toBe(false);
  });

  it.each([
    ['may not be read', refusedRead('forbidden')],
    ['do not answer', failing('network', true)],
  ])('goes by what was told last when the tenant’s settings %s', async (_what, answer) => {
    governance.reasonSettings.next(answer);
    expect(await needs(['ent-plain'])).toBe(true);
    governance.reasonSettings.next(true, answer);
    expect(await needs(['ent-plain'])).toBe(false);
    expect(await needs(['ent-plain'])).toBe(false);
  });
});

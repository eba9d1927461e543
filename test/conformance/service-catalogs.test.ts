import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { at, listAt } from '../../conformance/json-places.ts';
import { temporaryFolder } from '../support/bot-world.ts';
import { runService } from './service-client.ts';

const company = new URL('../../sandbox/company.yaml', import.meta.url);

describe('the request catalogs', () => {
  test('open a task for each item of a profile that its new member does not have', async () => {
    await using running = await runService({ grantLagMs: 0 });
    const { client, service } = running;
    const enrolment = { appId: 'app-lantern', appEntitlementId: 'ent-enrol-deckhand' };
    await client.approve(
      String(at(await client.granted({ ...enrolment, identityUserId: 'user-dara' }), 'id')),
    );
    const opened = service.tasks().filter(({ origin }) => origin.includes('PROFILE'));
    // The staff group is theirs already.
    expect(opened.map(({ appEntitlementId, state }) => [appEntitlementId, state])).toEqual([
      ['route-01-edit', 'open'],
      ['ent-group-vpn', 'open'],
    ]);
    const found = await client.post('/api/v1/search/entitlements', {});
    expect(JSON.stringify(found.body)).not.toContain('"slug":"enrol-deckhand"');
  });

  test.each([
    ['LEAVE_ACCESS_AS_IS', true],
    ['REVOKE_ALL', false],
  ])('leave what is in a profile as it is, or take it away: %s', async (behavior, stays) => {
    const folder = await temporaryFolder();
    onTestFinished(() => folder.remove());
    const seedFile = join(folder.path, 'company.yaml');
    const enrols = 'enrolment: { appId: app-lantern, id: ent-enrol-deckhand }';
    const says = `${enrols}\n    unenrolment: ${behavior}`;
    writeFileSync(seedFile, readFileSync(company, 'utf8').replace(enrols, says));
    await using running = await runService({ grantLagMs: 0, seedFile });
    const { client, service } = running;
    const enrolment = { appId: 'app-lantern', appEntitlementId: 'ent-enrol-deckhand' };
    const asked = { ...enrolment, identityUserId: 'user-dara' };
    await client.approve(String(at(await client.granted(asked), 'id')));
    const view = await client.get('/api/v1/catalogs/catalog-deckhand');
    expect(at(view.body, 'requestCatalogView', 'requestCatalog', 'unenrollmentBehavior')).toBe(
      `REQUEST_CATALOG_UNENROLLMENT_BEHAVIOR_${behavior}`,
    );
    const left = await client.post('/api/v1/task/revoke', asked);
    const revocation = String(at(left.body, 'taskView', 'task', 'id'));
    const { state } = service.tasks().find(({ id }) => id === revocation) ?? {};
    if (state === 'open') await client.approve(revocation);
    const entitlementRefs = [{ appId: 'app-lantern', id: 'ent-group-staff' }];
    const query = { userId: 'user-dara', entitlementRefs };
    const has = await client.post('/api/v1/search/grants', query);
    expect(listAt(has.body, 'list').length > 0).toBe(stays);
  });
});

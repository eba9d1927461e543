import { describe, expect, it } from 'vitest';
import { namedByCatalogue } from '../../../src/use-cases/catalogue/catalogue-names.ts';
import { catalogueOf } from '../../support/catalogue-of.ts';
import { entitlement, firstEntitlement, snapshot } from '../../support/samples.ts';

const write = { appId: 'app-github', id: 'ent-write' };
const told = { ...firstEntitlement(), ...write };

async function named(name: string, appName: string, id = write.id) {
  const catalogue = await catalogueOf([entitlement({ ...write, name: 'Platform: write' })]);
  const entitlements = [{ ...told, id, name }];
  const task = namedByCatalogue(snapshot({ appId: write.appId, appName, entitlements }), catalogue);
  return [task.appName, ...task.entitlements.map((one) => one.name)];
}

describe('a task', () => {
  it('has the names of the catalogue where it tells ids only', async () => {
    expect(await named(write.id, write.appId)).toEqual(['GitHub', 'Platform: write']);
  });

  it('keeps the names that it tells', async () => {
    expect(await named('Push', 'Code')).toEqual(['Code', 'Push']);
  });

  it('keeps the id of what the catalogue does not have', async () => {
    expect(await named('ent-gone', write.appId, 'ent-gone')).toEqual(['GitHub', 'ent-gone']);
  });
});

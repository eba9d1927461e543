/** Where the tenant's catalogs come in: they tell what people see of what can be asked for. */
import type { Extra } from '../../extra.ts';
import { everythingShown } from '../../use-cases/ports/visibility-ports.ts';
import { openVisibility } from './open-visibility.ts';
import { createRequestCatalogs } from './request-catalogs.ts';
import { visibilityChecks } from './visibility-check.ts';

export const catalogs: Extra = {
  name: 'catalogs',
  open: ({ world, tenant }) => ({
    async visibility(store) {
      const catalogs = createRequestCatalogs(tenant());
      return catalogs === 'unknown' ? everythingShown : openVisibility({ store, world, catalogs });
    },
  }),
  checkRows: (database, { now }) => visibilityChecks(database, now),
};

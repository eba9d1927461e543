/** Where the tenant's catalogs come in: they tell what people see of what can be asked for. */
import type { Extra } from '../../extra.ts';
import { openVisibility } from './open-visibility.ts';
import { createRequestCatalogs } from './request-catalogs.ts';
import { visibilityLook } from './visibility-check.ts';

export const catalogs: Extra = {
  name: 'catalogs',
  needs: ['catalogs', 'grantSearch'],
  open: ({ world, tenant }) => ({
    visibility: (store) =>
      openVisibility({ store, world, catalogs: createRequestCatalogs(tenant()) }),
  }),
  checkRows: visibilityLook,
};

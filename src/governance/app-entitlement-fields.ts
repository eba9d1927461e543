import { z } from 'zod';
import { expandedField } from './wire/expanded.ts';
import { dateTime, flag, list, marker, nested, text } from './wire/fields.ts';

/** AppEntitlement: what the catalogue keeps of it; every other member is passed on as it came. Ids are unique only per `(appId, id)`. */
const appEntitlement = z.looseObject({
  id: text,
  alias: text,
  description: text,
  displayName: text,
  slug: text,
  appId: text,
  appResourceId: text,
  appResourceTypeId: text,
  riskLevelValueId: text,
  emergencyGrantEnabled: flag,
  /** `"3600s"`; excludes `durationUnset`. */
  durationGrant: text,
  durationUnset: marker,
  deletedAt: dateTime,
});

/** AppEntitlementView: a list item, with paths into the `expanded` of its page. */
const appEntitlementView = z.looseObject({
  appEntitlement: nested(appEntitlement),
  appPath: text,
  appResourcePath: text,
  appResourceTypePath: text,
});
export type AppEntitlementView = z.output<typeof appEntitlementView>;

/** A page of views, with the objects that their paths point into. */
export const appEntitlementPage = z.object({
  list: list(appEntitlementView),
  expanded: expandedField,
  nextPageToken: text,
});
export type AppEntitlementPage = z.output<typeof appEntitlementPage>;

/** Who has an entitlement, and until when: the service lists the holders without their ends. */

import { z } from 'zod';
import { unlessFailing } from '../../../domain/outward/outward-failure.ts';
import { ok } from '../../../domain/result.ts';
import {
  type GrantBinding,
  listEntitlementHolders,
  readUserGrants,
} from '../../../service/client/optional-operations.ts';
import { withAccess } from '../access-of-command.ts';
import {
  type AdminCommand,
  type AdminContext,
  accessIds,
  entitlementTitle,
  listCommand,
  missingOperation,
} from '../admin-command.ts';
import type { ShownRecord } from '../shown-record.ts';

const holders = listCommand({
  name: 'who-has',
  about: 'who has an entitlement of an app, and until when; by names or ids',
  isForOwners: true,
  usage: '<app> <entitlement>',
  resolve: withAccess,
  from: listEntitlementHolders,
  path: (input) => Object.values(accessIds(input)),
  title(input, context) {
    const { appId, entitlementId } = accessIds(input);
    return `Who has ${entitlementTitle(appId, entitlementId, context)}`;
  },
  names: ['user.displayName', 'appUser.displayName'],
  id: 'user.id',
  fields: ['user.email', 'expired', 'user.status'],
});

export const whoHas: AdminCommand = {
  ...holders,
  async run(input, context, page, caller) {
    const areEndsMissing = missingOperation(readUserGrants, context) !== null;
    const size = areEndsMissing ? {} : { pageSize: askedOfPage };
    const answer = await holders.run(input, context, { ...size, ...page }, caller);
    if (!answer.ok || answer.value.records.length === 0) return answer;
    const { records, notes = [] } = answer.value;
    if (areEndsMissing) {
      const note = 'Until when is not said: this needs the optional operation userGrants.';
      return ok({ ...answer.value, notes: [...notes, note] });
    }
    const { appId, entitlementId } = accessIds(input);
    const firstRecords = records.slice(0, askedOfPage);
    const ends = await endsOf(context, { appId, entitlementId }, firstRecords);
    const unreadNote = ends.includes(null) ? ['Of some the end could not be read.'] : [];
    return ok({
      ...answer.value,
      records: records.map((one, index) => withEnd(one, ends[index] ?? null)),
      notes: [...notes, ...unreadNote, ...leftOutNote(records.length - firstRecords.length)],
    });
  },
};

/** The service may give more than a page was asked to have. */
function leftOutNote(count: number): readonly string[] {
  if (count <= 0) return [];
  return [
    `Until when was looked up for the first ${askedOfPage} alone, not for the other ${count}: pages of ${askedOfPage} (--page-size ${askedOfPage}) have it for all, if the service keeps to that size.`,
  ];
}

interface Held {
  readonly appId: string;
  readonly entitlementId: string;
}

const holder = z.object({ appUserId: z.string(), user: z.object({ id: z.string().min(1) }) });

/** The service is asked about each holder by themselves: of a page about so many, so many at once. */
const askedOfPage = 20;
const askedAtOnce = 5;

/** In words, in the order of the records; null where the service does not tell. */
async function endsOf(
  context: AdminContext,
  held: Held,
  records: readonly ShownRecord[],
): Promise<readonly (string | null)[]> {
  const ends: (string | null)[] = [];
  for (let first = 0; first < records.length; first += askedAtOnce) {
    const some = records.slice(first, first + askedAtOnce);
    ends.push(...(await Promise.all(some.map((one) => endOf(context, held, one)))));
  }
  return ends;
}

async function endOf(
  { client }: AdminContext,
  { appId, entitlementId }: Held,
  { json }: ShownRecord,
): Promise<string | null> {
  const { data } = holder.safeParse(json);
  if (data === undefined) return null;
  const { appUserId, user } = data;
  const path = {
    app_id: appId,
    app_entitlement_id: entitlementId,
    identity_user_id: user.id,
  };
  const answer = await unlessFailing(client.call(readUserGrants, { path }), () => null);
  const bindings = answer?.ok === true ? (answer.value ?? []) : [];
  const binding = bindings.find(
    (one) =>
      one.appUserId === appUserId &&
      one.appId === appId &&
      one.appEntitlementId === entitlementId &&
      one.deletedAt === null,
  );
  return binding === undefined ? null : endWords(binding);
}

/** "2026-11-27 18:00 UTC"; what is no instant is shown as it came. */
function endWords({ deprovisionAt }: GrantBinding): string {
  if (deprovisionAt === null) return 'until revoked';
  const end = new Date(deprovisionAt);
  if (Number.isNaN(end.getTime())) return deprovisionAt;
  return `${end.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

function withEnd(record: ShownRecord, text: string | null): ShownRecord {
  return text === null
    ? record
    : { ...record, fields: [{ label: 'Until', text }, ...record.fields] };
}

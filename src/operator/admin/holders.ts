/** Who has an entitlement, and until when: the service lists the holders without their ends. */
import { unlessFailing } from '../../domain/outward/outward-failure.ts';
import { ok, type Result } from '../../domain/result.ts';
import { quotedName } from '../../domain/text/foreign-text.ts';
import type { Sentence } from '../../domain/text/sentence.ts';
import {
  listEntitlementHolders,
  readUserGrants,
} from '../../service/client/optional-operations.ts';
import { chunks, readPage } from '../../service/client/wire/paging.ts';
import type { NamingDeps } from './names/named-access.ts';
import { type CommandRefusal, missingOperation } from './table/kept-command.ts';

type HolderDeps = Pick<NamingDeps, 'client' | 'capabilities'>;

/** As many as a message shows; the service is asked about each of them by themselves. */
const mostShown = 20;
const askedAtOnce = 5;

/** A line each. */
export async function whoHas(
  deps: HolderDeps,
  appId: string,
  entitlementId: string,
): Promise<Result<readonly Sentence[], CommandRefusal>> {
  const missing = missingOperation(listEntitlementHolders, deps.capabilities);
  if (missing !== null) return missing;
  const path = { app_id: appId, app_entitlement_id: entitlementId };
  const page = { pageSize: mostShown, pageToken: '' };
  const answer = await readPage(deps.client, listEntitlementHolders, { path }, page);
  if (!answer.ok) return answer;
  const { list, nextPageToken } = answer.value;
  if (list.length === 0) return ok([['Nobody has it.', 'Niemand hat es.']]);
  const lines: Sentence[] = [];
  for (const some of chunks(list.slice(0, mostShown), askedAtOnce)) {
    const ends = some.map(async ({ user, appUserId }): Promise<Sentence> => {
      const who = user === null ? appUserId : nameOf(user);
      const [until, bis] = await endOf(deps, path, { userId: user?.id ?? '', appUserId });
      return [`${who}${until}`, `${who}${bis}`];
    });
    lines.push(...(await Promise.all(ends)));
  }
  const isCut = nextPageToken !== '' || list.length > mostShown;
  if (!isCut) return ok(lines);
  return ok([
    ...lines,
    [
      'There are more: npm run admin -- who-has, or the service’s console.',
      'Es gibt mehr: npm run admin -- who-has, oder die Konsole des Zugriffsdienstes.',
    ],
  ]);
}

const nameOf = ({ displayName, email, id }: { displayName: string; email: string; id: string }) =>
  displayName === '' ? email || id : `${quotedName(displayName)} (${email || id})`;

/** Empty where the service does not tell. */
async function endOf(
  { client, capabilities }: HolderDeps,
  path: { readonly app_id: string; readonly app_entitlement_id: string },
  { userId, appUserId }: { readonly userId: string; readonly appUserId: string },
): Promise<Sentence> {
  if (userId === '' || !capabilities.mayCall(readUserGrants)) return ['', ''];
  const reading = client.call(readUserGrants, { path: { ...path, identity_user_id: userId } });
  const answer = await unlessFailing(reading, () => null);
  const bindings = answer?.ok === true ? (answer.value ?? []) : [];
  const binding = bindings.find(
    (one) =>
      one.appUserId === appUserId &&
      one.appId === path.app_id &&
      one.appEntitlementId === path.app_entitlement_id &&
      one.deletedAt === null,
  );
  if (binding === undefined) return [': end not told', ': Ende nicht genannt'];
  if (binding.deprovisionAt === null) return [': until revoked', ': bis auf Widerruf'];
  const end = new Date(binding.deprovisionAt);
  const isTime = !Number.isNaN(end.getTime());
  const at = isTime
    ? `${end.toISOString().slice(0, 16).replace('T', ' ')} UTC`
    : binding.deprovisionAt;
  return [`: until ${at}`, `: bis ${at}`];
}

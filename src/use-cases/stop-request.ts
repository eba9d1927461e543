import type { AccessRequest, RequestRefusal } from '../domain/access-request.ts';
import type { NoticeBody } from '../domain/notice.ts';
import { notifyRequester, syncHolders, tellOpen } from './notices.ts';
import type { StoreTransaction } from './store-ports.ts';

/** Why a request goes no further by itself. */
export type Stop = { readonly state: 'refused'; readonly refusal: RequestRefusal } | { readonly state: 'uncertain' };

/** Stops a request: the requester is told why, or asked whether to send it again where nobody knows if there is a task. */
export async function stopRequest(tx: StoreTransaction, request: AccessRequest, stop: Stop): Promise<void> {
  const { id, groupId } = request;
  await tx.requests.save(id, { ...stop, at: tx.at });
  const isRefused = stop.state === 'refused';
  // A person who chose to try again may have to be asked again.
  const key = isRefused ? `refused:${id}` : `uncertain:${id}:${tx.at.getTime()}`;
  const body: NoticeBody = isRefused
    ? { kind: 'request-refused', refusal: stop.refusal }
    : { kind: 'request-uncertain' };
  await notifyRequester(tx, request, { key, body });
  if (groupId !== null) await tellOpen(tx, request);
  await syncHolders(tx, request);
  const { state, ...detail } = stop;
  await tx.audit.append({ kind: `request.${state}`, requestId: id, detail });
}

/** Payloads that Slack sent for one person, sent again for others. */
import { z } from 'zod';
import { signedHeaders } from '../test/support/signed-headers.ts';
import { appId, appName, entitlementId, entitlementName, personId } from './company.ts';

/** Who asks for what, by number. People come again, each time for another entitlement. */
export interface Asking {
  readonly person: number;
  readonly app: number;
  readonly entitlement: number;
}

/** What Slack sent for somebody, to be sent again for others. */
export type Recorded = Readonly<Record<'command' | 'keystroke' | 'submission', string>>;

/** A request as Slack signs it, for undici. */
export interface SignedPayload {
  readonly path: '/slack/events';
  readonly method: 'POST';
  readonly headers: Record<string, string>;
  readonly body: string;
}

const commandFields = z.record(z.string(), z.string());

export function signedPayload(
  recorded: Recorded,
  kind: keyof Recorded,
  { person, app, entitlement, view }: Asking & { readonly view: number },
): SignedPayload {
  const payload = recorded[kind]
    .replaceAll(personId(0), personId(person))
    .replaceAll(personId(0).slice(2).toLowerCase(), personId(person).slice(2).toLowerCase())
    .replaceAll(entitlementId(0, 0), entitlementId(app, entitlement))
    .replaceAll(entitlementName(0, 0), entitlementName(app, entitlement))
    .replaceAll(appId(0), appId(app))
    .replaceAll(appName(0), appName(app))
    .replaceAll(/"V0[A-Z0-9]+"/g, `"V0BENCH${view}"`);
  const fields = kind === 'command' ? commandFields.parse(JSON.parse(payload)) : { payload };
  const body = new URLSearchParams(fields).toString();
  return { path: '/slack/events', method: 'POST', headers: signedHeaders(body), body };
}

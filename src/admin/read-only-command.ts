import { ok, type Result } from '../domain/result.ts';
import type { ServiceRefusal } from '../domain/service-refusal.ts';
import type { Page, PageRequest } from '../governance/wire/paging.ts';
import type { AdminCommand, AdminContext, Given } from './command.ts';
import { shownRecord, type Table, titleOf } from './record.ts';

type Refusable<Value> = Promise<Result<Value, ServiceRefusal>>;

interface Reading extends Table, Pick<AdminCommand, 'name' | 'about' | 'endpoints'> {
  readonly usage?: string;
  readonly title: (given: Given, context: AdminContext) => string;
}

type ReadPage = (
  context: AdminContext,
  given: Given,
  page: PageRequest,
) => Refusable<Page<unknown> & { readonly notes?: readonly string[] }>;

/** A command that reads a list, a page at a time. */
export function listCommand(reading: Reading & { readonly read: ReadPage }): AdminCommand {
  const { name, usage = '', about, endpoints, title, read } = reading;
  return {
    name,
    usage,
    about,
    endpoints,
    isList: true,
    async run(given, context, page) {
      const answer = await read(context, given, page);
      if (!answer.ok) return answer;
      const { list, ...rest } = answer.value;
      return ok({ ...rest, title: title(given, context), records: list.map((one) => shownRecord(reading, one)) });
    },
  };
}

/** A command that reads a single thing. */
export function recordCommand(
  reading: Reading & { readonly read: (context: AdminContext, given: Given) => Refusable<unknown> },
): AdminCommand {
  const { name, usage = '', about, endpoints, title, read } = reading;
  return {
    name,
    usage,
    about,
    endpoints,
    isList: false,
    async run(given, context) {
      const answer = await read(context, given);
      return answer.ok ? ok({ title: title(given, context), records: [shownRecord(reading, answer.value)] }) : answer;
    },
  };
}

/** An app as a title names it. */
export function appTitle(appId: string, { apps }: AdminContext): string {
  return titleOf(apps.find((one) => one.id === appId)?.name ?? '', appId);
}

/** An entitlement with its app. */
export function entitlementTitle(appId: string, id: string, context: AdminContext): string {
  return `${titleOf(context.entitlementName(appId, id) ?? '', id)} of ${appTitle(appId, context)}`;
}

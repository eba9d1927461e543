import { OutwardFailure } from '../../src/domain/outward/outward-failure.ts';
import { createGovernanceClient, type GovernanceClient } from '../../src/service/client/client.ts';
import { type HttpAnswer, jsonOf } from '../../src/service/client/wire/endpoint.ts';
import type { TenantSettings } from './tenant-settings.ts';

/** Nothing can be checked: no connection, no token, or no end. The message is for the operator. */
export class TenantUnusable extends Error {
  override readonly name = 'TenantUnusable';
}

/** What a tenant answered, and what the bot's client read of it. */
export interface Heard {
  readonly status: number;
  /** Parsed JSON as it came; undefined where the body is none. */
  readonly body: unknown;
  readonly contentType: string;
  /** What the client decoded; undefined where it refused or failed. */
  readonly read: unknown;
  /** Why the client cannot read an answer with status 200; null where it can. */
  readonly unreadable: string | null;
}

/** The bot's own client, and what came in answer to its calls. */
export interface TenantListener extends AsyncDisposable {
  /** Lets a function of the bot call the tenant once, and tells the last answer. */
  hear(call: (client: GovernanceClient) => Promise<unknown>): Promise<Heard>;
}

/** Calls of one tenant. Throws `TenantUnusable` where there is no connection or no token. */
export function listenTo(settings: TenantSettings): TenantListener {
  let came: HttpAnswer | null = null;
  let read: unknown;
  const client = createGovernanceClient({
    baseUrl: settings.baseUrl.href,
    clientId: settings.clientId,
    clientSecret: settings.clientSecret,
    tokenUrl: settings.tokenUrl.href,
    queryCase: settings.queryCase,
    timeoutMs: settings.timeoutMs,
    now: () => new Date(),
    answered: (answer) => {
      came = answer;
    },
  });
  const listening: GovernanceClient = {
    ...client,
    call: async (one, input) => {
      const result = await client.call(one, input);
      read = result.ok ? result.value : undefined;
      return result;
    },
  };

  return {
    async hear(call) {
      came = null;
      read = undefined;
      const failure = await failureOf(call(listening));
      const answer = heardAnswer(came, failure, settings);
      const { status, headers, text } = answer;
      if (status === 401) throw new TenantUnusable(refusedToken(settings));
      const isUnreadable = status === 200 && failure?.kind === 'decode';
      return {
        status,
        body: jsonOf(text),
        contentType: headers['content-type'] ?? '',
        read: failure === null ? read : undefined,
        unreadable: isUnreadable ? failure.message : null,
      };
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

async function failureOf(running: Promise<unknown>): Promise<OutwardFailure | null> {
  try {
    await running;
    return null;
  } catch (error) {
    if (error instanceof OutwardFailure) return error;
    throw error;
  }
}

/** The answer of the service, or why there is none. */
function heardAnswer(
  came: HttpAnswer | null,
  failure: OutwardFailure | null,
  { baseUrl, tokenUrl }: TenantSettings,
): HttpAnswer {
  if (came !== null) return came;
  if (failure === null) throw new Error('the function called nothing');
  const { kind, httpStatus, message } = failure;
  if (kind === 'network' || kind === 'timeout') {
    throw new TenantUnusable(`${baseUrl.origin} cannot be reached: ${message}.`);
  }
  if (httpStatus === 200) throw new TenantUnusable(`${tokenUrl.href} gave no token: ${message}.`);
  throw new TenantUnusable(`${tokenUrl.href} gave no token: it answered ${httpStatus ?? message}.`);
}

function refusedToken({ baseUrl, tokenUrl }: TenantSettings): string {
  return `${baseUrl.origin} refuses the token that ${tokenUrl.href} gave: it answered 401.`;
}

import { z } from 'zod';
import type { TenantSettings } from './tenant-settings.ts';

/** Nothing can be checked: no connection, no token, or no end. The message is for the operator. */
export class TenantUnusable extends Error {
  override readonly name = 'TenantUnusable';
}

export interface TenantAnswer {
  readonly status: number;
  /** Parsed JSON; undefined where the body is none. */
  readonly body: unknown;
  readonly contentType: string;
}

/** The searches that are allowed to go out as POST: they change nothing. */
const searches = [
  '/api/v1/search/credential-inventory-policies',
  '/api/v1/search/entitlements',
  '/api/v1/search/tasks',
  '/api/v1/search/users',
  '/api/v1/task/audits',
  '/api/v1/grants/feed',
] as const;
export type SearchPath = (typeof searches)[number];

export interface TenantCalls {
  /** `spelling`: how the query is spelled; as the settings say where absent. */
  get(
    path: string,
    query?: Readonly<Record<string, string>>,
    spelling?: TenantSettings['queryCase'],
  ): Promise<TenantAnswer>;
  search(path: SearchPath, body: Readonly<Record<string, unknown>>): Promise<TenantAnswer>;
  /** Changes something: for `--write` alone. */
  write(path: string, body: Readonly<Record<string, unknown>>): Promise<TenantAnswer>;
}

const tokenAnswer = z.object({ access_token: z.string().min(1) });

/** Calls with a token of its own, asked for when it is first needed and once more after a 401. */
export function tenantCalls(settings: TenantSettings): TenantCalls {
  const prefix = settings.baseUrl.pathname.replace(/\/+$/, '');
  let token: string | null = null;

  async function send(url: URL, init: RequestInit): Promise<TenantAnswer> {
    try {
      const signal = AbortSignal.timeout(settings.timeoutMs);
      const response = await fetch(url, { ...init, signal, redirect: 'manual' });
      const contentType = response.headers.get('content-type') ?? '';
      return { status: response.status, body: parsed(await response.text()), contentType };
    } catch (error) {
      throw new TenantUnusable(`${url.origin} cannot be reached: ${reasonOf(error)}`);
    }
  }

  async function requestToken(): Promise<string> {
    const { status, body } = await send(settings.tokenUrl, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
      }),
    });
    const place = settings.tokenUrl.href;
    if (status !== 200) throw new TenantUnusable(`${place} gave no token: it answered ${status}.`);
    const answer = tokenAnswer.safeParse(body);
    if (!answer.success) throw new TenantUnusable(`${place} gave no token: its answer has no access_token.`);
    return answer.data.access_token;
  }

  async function call(path: string, query: URLSearchParams, init: RequestInit): Promise<TenantAnswer> {
    const search = query.size === 0 ? '' : `?${query.toString()}`;
    const url = new URL(`${prefix}${path}${search}`, settings.baseUrl.origin);
    for (const isAgain of [false, true]) {
      token ??= await requestToken();
      const headers = new Headers(init.headers);
      headers.set('authorization', `Bearer ${token}`);
      headers.set('accept', 'application/json');
      const answer = await send(url, { ...init, headers });
      if (answer.status !== 401) return answer;
      if (isAgain) break;
      token = null;
    }
    throw new TenantUnusable(`${url.origin} refuses the token that ${settings.tokenUrl.href} gave: it answered 401.`);
  }

  const post = (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    return call(path, new URLSearchParams(), { method: 'POST', headers, body: JSON.stringify(body) });
  };

  return {
    get(path, query = {}, spelling = settings.queryCase) {
      const spelled = new URLSearchParams();
      for (const [name, value] of Object.entries(query)) {
        for (const one of spellings(name, spelling)) spelled.set(one, value);
      }
      return call(path, spelled, { method: 'GET' });
    },
    search(path, body) {
      if (!searches.includes(path)) throw new TypeError(`${String(path)} is no search`);
      return post(path, body);
    },
    write: post,
  };
}

function spellings(name: string, queryCase: TenantSettings['queryCase']): readonly string[] {
  const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return queryCase === 'both' ? [name, snake] : [queryCase === 'camel' ? name : snake];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why `fetch` failed; its own message only says that it did. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return 'no answer in time.';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return `${code === '' ? error.message : code}.`;
}

import { LRUCache } from 'lru-cache';
import { DatabaseFailure } from '../../../domain/outward/outward-failure.ts';
import { entries } from '../../../use-cases/ports/remember-answers.ts';
import type { NamedCaller } from '../identify-caller.ts';
import { bearerToken, hashOfToken } from './agent-token.ts';

/** Anybody can send tokens: most of the database's connections are left to people's clicks. */
const atOnce = 2;
const mostWaiting = 50;
/** Tokens that are not good, which none of them ever is again. */
const mostRemembered = 1_000;

type LookUp = (authorization: string | undefined) => Promise<NamedCaller | null>;

/** Looks few tokens up at once, and one that is not good once. Fails where too many wait. */
export function fewLookups(lookUp: LookUp): LookUp {
  const unknown = new LRUCache<string, true>(entries(mostRemembered));
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (authorization) => {
    const token = bearerToken(authorization);
    const hash = token === null ? '' : hashOfToken(token);
    if (token === null || unknown.has(hash)) return null;
    if (waiting.length >= mostWaiting) throw new DatabaseFailure('too many tokens are looked up');
    // Who ends hands their turn on.
    if (running === atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      const agent = unknown.has(hash) ? null : await lookUp(authorization);
      if (agent === null) unknown.set(hash, true);
      return agent;
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

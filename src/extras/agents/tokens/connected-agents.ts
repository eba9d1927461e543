import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { DatabaseFailure } from '../../../domain/outward/outward-failure.ts';
import type { SlackActor } from '../../../domain/request/access-request.ts';
import { rowsOfExtra } from '../../../store/transaction.ts';
import type { LocalDeps } from '../../../use-cases/deps.ts';
import { entries } from '../../../use-cases/ports/remember-answers.ts';
import { record } from '../../../use-cases/record/record.ts';
import { type AgentToken, agentRows, type TokenEnd } from '../agent-tables.ts';
import type { NamedCaller } from '../identify-caller.ts';

export type ConnectedDeps = Pick<LocalDeps, 'store' | 'settings'>;

/** Whose agents they are: the account in its workspace, or in its enterprise. */
type AgentOwner = Pick<SlackActor, 'userId' | 'teamId'>;

const ownerOf = ({ userId, teamId }: AgentOwner) => ({ slackUserId: userId, teamId });

/** Enough for every machine of a person; more are forgotten ones. */
export const mostAgents = 10;
export const longestAgentName = 40;

/** The agents of an account that are connected at this moment, the newest first. */
export function connectedAgents(
  { store }: Pick<ConnectedDeps, 'store'>,
  slackUserId: string,
): Promise<readonly AgentToken[]> {
  return store.transaction((tx) => rowsOfExtra(tx, agentRows).goodTokensOf(slackUserId, tx.at));
}

/**
 * - `repeated`: Slack sent the form again. What was shown then is kept nowhere
 * - `too-many`: others have to be revoked before
 * - `off`: the operator does not allow tokens
 * - `unanswered`: nobody could find out who the person is when the form was opened
 */
export type Connected =
  | { readonly kind: 'connected'; readonly token: string; readonly endsAt: Date }
  | { readonly kind: 'repeated' | 'too-many' | 'off' | 'unanswered' };

/**
 * Makes the token of one more agent, for whoever the account was last found to be: nobody is asked
 * between the form and its row, and each call is checked.
 *
 * @param formId of the form in which it was named
 */
export async function connectAgent(
  { store, settings: { agents } }: ConnectedDeps,
  {
    owner,
    name,
    formId,
  }: { readonly owner: AgentOwner; readonly name: string; readonly formId: string },
): Promise<Connected> {
  if (agents.tokens === 'refuse') return { kind: 'off' };
  const token = newToken();
  return store.transaction(async (tx) => {
    const rows = rowsOfExtra(tx, agentRows);
    await rows.lockAccount(owner.userId);
    const identityId = await tx.identities.resolvedAs(owner.userId);
    if (identityId === null) return { kind: 'unanswered' };
    if ((await rows.goodTokensOf(owner.userId, tx.at)).length >= mostAgents)
      return { kind: 'too-many' };
    const endsAt = new Date(tx.at.getTime() + agents.tokensLastSeconds * 1_000);
    const row = { ...ownerOf(owner), identityId, id: formId, name, hash: hashOfToken(token) };
    if (!(await rows.insertToken({ ...row, createdAt: tx.at, endsAt })))
      return { kind: 'repeated' };
    const detail = { tokenId: formId, clientName: name, endsAt: endsAt.toISOString() };
    await record(tx, { kind: 'agent.connected', actor: owner.userId, detail });
    tx.marks.markHomes({ slackUsers: [owner.userId] });
    return { kind: 'connected', token, endsAt };
  });
}

/** Ends one token of somebody, all of theirs, or everybody's; returns how many were good. */
export async function disconnect(
  { store }: Pick<ConnectedDeps, 'store'>,
  whose: (AgentOwner & { readonly tokenId?: string }) | 'everybody',
  by: TokenEnd,
): Promise<number> {
  return store.transaction(async (tx) => {
    const which = whose === 'everybody' ? whose : { ...ownerOf(whose), id: whose.tokenId };
    const tokens = await rowsOfExtra(tx, agentRows).endTokens(which, tx.at);
    for (const { id: tokenId, name: clientName, slackUserId: actor } of tokens) {
      const detail = { tokenId, clientName, end: by };
      await record(tx, { kind: 'agent.disconnected', actor, detail });
      tx.marks.markHomes({ slackUsers: [actor] });
    }
    return tokens.length;
  });
}

/** Each call would be a write. */
const usesNotedEveryMs = 60_000;

/** Whose agent sends this header; null where no good token is in it. */
export async function agentOfToken(
  { store, settings }: ConnectedDeps,
  authorization: string | undefined,
): Promise<NamedCaller | null> {
  const token = bearerToken(authorization);
  if (token === null || settings.agents.tokens === 'refuse') return null;
  return store.transaction(async (tx) => {
    const rows = rowsOfExtra(tx, agentRows);
    const row = await rows.goodToken(hashOfToken(token), tx.at);
    if (row === null) return null;
    const { id, slackUserId: userId, teamId, identityId, name, lastUsedAt } = row;
    const unnotedMs = tx.at.getTime() - (lastUsedAt?.getTime() ?? 0);
    if (unnotedMs >= usesNotedEveryMs) await rows.noteUse(id, tx.at);
    return { userId, teamId, client: { kind: 'token', name }, token: { id, identityId } };
  });
}

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

/** The log hides what begins so (`domain/text/redactor.ts`); scanners for secrets look for it. */
const prefix = 'accbot_';
const shape = /^accbot_[0-9a-f]{72}$/;

const checksumOf = (secret: string): string => crc32(secret).toString(16).padStart(8, '0');

/** 256 random bits, and a checksum by which a wrong one is told without looking for it. */
export function newToken(): string {
  const secret = randomBytes(32).toString('hex');
  return `${prefix}${secret}${checksumOf(secret)}`;
}

export function isToken(text: string): boolean {
  const secret = text.slice(prefix.length, -8);
  return shape.test(text) && text.endsWith(checksumOf(secret));
}

/** What is kept of it. Nobody can try all values of 256 bits, so no salt and no slow hash is needed. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token).digest('base64');
}

/** The token in the header Authorization; null where there is none. */
export function bearerToken(header: string | undefined): string | null {
  const [, token = ''] = /^bearer +(\S+)$/i.exec(header ?? '') ?? [];
  return isToken(token) ? token : null;
}

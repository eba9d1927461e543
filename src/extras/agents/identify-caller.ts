import { OutwardFailure } from '../../domain/outward/outward-failure.ts';
import type { Refusal } from '../../domain/refusals/refusals.ts';
import { ok, type Result, refuse } from '../../domain/result.ts';
import { type IdentityDeps, resolveIdentity } from '../../use-cases/people/resolve-identity.ts';
import type { AgentClient, Caller } from './tools/tool.ts';

/** Whose call it is, as Slack or a token says. */
export interface NamedCaller {
  readonly userId: string;
  readonly teamId: string;
  readonly client: AgentClient;
  /** The token of the call, and who made it; none where Slack signed. */
  readonly token?: { readonly id: string; readonly identityId: string };
}

/**
 * An agent calls by itself, without a click: somebody who left is noticed sooner than where a click
 * shows that the account is there.
 */
const confirmedForMs = 60_000;

/** The person behind a call, checked as whoever clicks is: the workspace, the account, the identity. */
export async function identifyCaller(
  deps: IdentityDeps,
  { userId, teamId, client, token }: NamedCaller,
): Promise<Result<Caller, Refusal>> {
  try {
    if (teamId !== (await deps.directory.ownTeamId())) return refuse({ code: 'external' });
    const identity = await resolveIdentity(deps, userId, 'recent', confirmedForMs);
    if (!identity.ok) return identity;
    if (token !== undefined && token.identityId !== identity.value.id)
      return refuse({ code: 'changed-person' });
    const { id: identityId, name: userName } = identity.value;
    const person = { userId, teamId, userName };
    return ok({ person, identityId, client, tokenId: token?.id });
  } catch (error) {
    if (error instanceof OutwardFailure) return refuse({ code: 'unavailable' });
    throw error;
  }
}

/** Said to an agent, which tells its person. */
export const callWords = {
  nobody: 'The request does not say for whom it is.',
  unavailable: 'Slack or the access service does not answer. Try again in a minute.',
} as const;

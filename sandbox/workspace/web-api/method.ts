/** The contract of a Web API method. */
import type { AppManifest } from '../manifest.ts';
import type { WorkspaceState } from '../state/workspace-state.ts';
import type { CallArguments } from './call-arguments.ts';
import type { Tier } from './rate-limits.ts';

export interface CallContext {
  readonly state: WorkspaceState;
  readonly manifest: AppManifest;
  readonly scopes: ReadonlySet<string>;
  /** The workspace's own address, without a slash at the end. */
  readonly origin: string;
  /** Opens one socket, once (Socket Mode). */
  readonly newSocketAddress: () => string;
}

export interface WebApiMethod {
  /**
   * One of these suffices; empty: none is needed. May depend on the conversation. Throws
   * `WebApiRefusal`.
   */
  readonly scopes:
    | readonly string[]
    | ((args: CallArguments, context: CallContext) => readonly string[]);
  readonly tier: Tier;
  /**
   * The arguments that are honoured; any other is refused, because an app would take a call for
   * more than was done.
   */
  readonly takes: readonly string[];
  /** The answer without `ok`. Throws `WebApiRefusal`. */
  run(args: CallArguments, context: CallContext): Readonly<Record<string, unknown>>;
}

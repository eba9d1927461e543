/** The proxy through which the bot reaches Slack, the service and whoever else it calls. */
export interface OutboundProxy {
  /** May hold a user name and a password. */
  readonly url: string;
  /** Names of machines that are reached directly, as in NO_PROXY. */
  readonly noProxy: string;
}

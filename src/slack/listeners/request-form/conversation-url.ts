interface MessagePlace {
  readonly ts: string;
  /** The first message of the thread it is in; null outside threads. */
  readonly threadTs: string | null;
}

/** Opens a conversation, or a message in it, in Slack: in the browser or the client. */
export function conversationUrl(
  teamDomain: string,
  conversationId: string,
  message: MessagePlace | null = null,
): string {
  const channel = encodeURIComponent(conversationId);
  const conversation = `https://${encodeURIComponent(teamDomain || 'app')}.slack.com/archives/${channel}`;
  if (message === null) return conversation;
  const { ts, threadTs } = message;
  const url = `${conversation}/p${ts.replace('.', '')}`;
  return threadTs === null || threadTs === ts ? url : `${url}?thread_ts=${encodeURIComponent(threadTs)}&cid=${channel}`;
}

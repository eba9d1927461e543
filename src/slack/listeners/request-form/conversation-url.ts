/** Opens a conversation, or a message in it, in Slack: in the browser or the client. */
export function conversationUrl(teamDomain: string, conversationId: string, messageTs: string | null = null): string {
  const conversation = `https://${encodeURIComponent(teamDomain || 'app')}.slack.com/archives/${encodeURIComponent(conversationId)}`;
  return messageTs === null ? conversation : `${conversation}/p${messageTs.replace('.', '')}`;
}

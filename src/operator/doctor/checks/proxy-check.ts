import type { SlackEnvironment } from '../../../config/environment.ts';
import { proxyWords, refusalOfProxy } from '../../../service/client/http/way-out.ts';
import { type Check, check, Finding } from '../check.ts';

/** The proxy by its name alone: the address may hold a password. */
export async function proxyChecks({
  proxy,
  slack,
  governance,
}: Pick<SlackEnvironment, 'proxy' | 'slack' | 'governance'>): Promise<readonly Check[]> {
  if (!proxy) return [];
  const look = async () => {
    const status = await refusalOfProxy([slack.apiUrl, governance.baseUrl]);
    if (status !== null) throw new Finding('error', proxyWords(status));
    const but = proxy.noProxy === '' ? '' : `, except to ${proxy.noProxy}`;
    return `everything that the bot calls goes through ${new URL(proxy.url).origin}${but}`;
  };
  return [await check('proxy', look, '')];
}

/** What only the running bot knows: it tells it on `/status`, and the doctor prints it. */
import { z } from 'zod';
import type { SlackEnvironment } from '../../config/environment.ts';
import type { SlackReach } from '../../slack/receiving/bolt-app.ts';
import { type Check, Finding, type Look, notChecked } from './check.ts';
import { checkLines } from './doctor-command.ts';

const statusShape = z.object({ checks: checkLines });
const what = 'requests from Slack';

/** How Slack reaches the bot. */
export function reachedLook({ lastAcceptedAt, refused, isConnected }: SlackReach): Look {
  const ask = async () => {
    if (isConnected === true) return 'a socket to Slack is open';
    if (isConnected === false)
      throw new Finding(
        'error',
        'no socket is open. Look at SLACK_APP_TOKEN, and whether this machine reaches Slack.',
      );
    if (refused !== null) throw new Finding(lastAcceptedAt === null ? 'error' : 'warning', refused);
    if (lastAcceptedAt !== null)
      return `the last signed request was accepted at ${lastAcceptedAt.toISOString()}`;
    throw new Finding(
      'warning',
      'no signed request was accepted since the start. Type /request-access help in Slack; if this stays, compare the Request URL and SLACK_SIGNING_SECRET with the app.',
    );
  };
  return { what, ask, mend: '' };
}

/** Labelled, because that bot may have other settings than the doctor was given. */
export async function runningBotChecks({
  host,
  port,
}: SlackEnvironment['ops']): Promise<readonly Check[]> {
  const silent = notChecked(what, 'no bot on this machine tells it at OPS_HOST and OPS_PORT.');
  const signal = AbortSignal.timeout(5_000);
  const lines = await fetch(`http://${host}:${port}/status`, { signal })
    .then(async (answer) => statusShape.parse(await answer.json()).checks)
    .catch(() => [silent]);
  return lines.map((one) => ({ ...one, what: `running bot: ${one.what}` }));
}

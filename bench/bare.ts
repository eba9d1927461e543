/**
 * A bare Bolt app in a process of its own, which answers everything that `ack.ts` sends at once. It
 * keeps nothing; with a database it keeps what is submitted first, as three rows in one transaction
 * (the least that request, job and audit trail take): nothing that keeps its promise is faster.
 */
import { fileURLToPath } from 'node:url';
import { App as BoltApp, HTTPReceiver } from '@slack/bolt';
import pg from 'pg';
import { botToken, signingSecret } from '../test/support/bot-environment.ts';
import { type Bare, sayReady, startBare } from './bare-process.ts';

const thisFile = fileURLToPath(import.meta.url);

/** As many as the bot offers for one keystroke of the bench. */
const options = Array.from({ length: 20 }, (_, index) => ({
  text: { type: 'plain_text' as const, text: `Lamp 000 ${String(index).padStart(6, '0')}: keeper` },
  value: `ent-000-${String(index).padStart(6, '0')}`,
}));

const form = {
  type: 'modal' as const,
  callback_id: 'request.submit',
  title: { type: 'plain_text' as const, text: 'Request access' },
  submit: { type: 'plain_text' as const, text: 'Submit' },
  blocks: ['app', 'entitlement', 'justification'].map((block) => ({
    type: 'input' as const,
    block_id: block,
    label: { type: 'plain_text' as const, text: block },
    element: { type: 'plain_text_input' as const, action_id: block },
  })),
};

export const startBareApp = (slackApiUrl: string, databaseUrl: string): Promise<Bare> =>
  startBare(thisFile, slackApiUrl, databaseUrl);

/** What it takes at least: one statement, so one trip to the database. */
const threeRows = `insert into kept_by_bare
  select kind, $1::jsonb from unnest(array['request', 'job', 'audit']) as kind`;

/** Resolves when the three rows are committed. */
async function keeper(databaseUrl: string): Promise<(body: object) => Promise<void>> {
  if (databaseUrl === '') return async () => undefined;
  const pool = new pg.Pool({ connectionString: databaseUrl });
  await pool.query('create table if not exists kept_by_bare (kind text, body jsonb)');
  return async (body) => {
    await pool.query(threeRows, [body]);
  };
}

if (process.argv[1] === thisFile) {
  const [slackApiUrl = '', databaseUrl = ''] = process.argv.slice(2);
  const keep = await keeper(databaseUrl);
  const receiver = new HTTPReceiver({ signingSecret });
  const bolt = new BoltApp({
    receiver,
    authorize: async () => ({ botToken }),
    clientOptions: { slackApiUrl },
  });
  bolt.view('request.submit', async ({ ack, body }) => {
    await keep(body);
    await ack({ response_action: 'clear' });
  });
  bolt.options('request.entitlement', async ({ ack }) => ack({ options }));
  bolt.command('/request-access', async ({ ack, client, body }) => {
    await ack();
    // What is sent again names a trigger that was used.
    await client.views.open({ trigger_id: body.trigger_id, view: form }).catch(() => undefined);
  });
  sayReady(await bolt.start(0));
}

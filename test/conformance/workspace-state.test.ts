import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Change } from '../../sandbox/workspace/client.ts';
import { DataFileUnusable } from '../../sandbox/workspace/state/data-file.ts';
import { PortUnusable, startSlackWorkspace } from '../../sandbox/workspace/workspace.ts';
import { modal, openModal, pick, plain, rig, textInput, useRig } from './workspace-rig.ts';

describe('forgetting', () => {
  const slack = useRig();

  test('messages posted before a moment are removed, and later ones stay', async () => {
    slack.clock.advance(1_000);
    await slack.call('chat.postMessage', { channel: 'C0GENERAL', text: 'old' });
    slack.clock.advance(1_000);
    const before = new Date(slack.clock.nowMs);
    await slack.call('chat.postMessage', { channel: 'C0GENERAL', text: 'new' });
    slack.workspace.forget(before);
    expect(slack.workspace.client.messages('U0ANA', 'C0GENERAL').map((one) => one.text)).toEqual([
      'new',
    ]);
  });
});

describe('the seed', () => {
  const slack = useRig();

  test('people see the channels they are in, and their direct message', () => {
    const names = (personId: string) =>
      slack.workspace.client.conversations(personId).map((one) => [one.kind, one.name]);
    expect(names('U0ANA')).toEqual([
      ['channel', 'access-reviews'],
      ['channel', 'crew-lounge'],
      ['channel', 'finance-access'],
      ['channel', 'fleet'],
      ['channel', 'general'],
      ['channel', 'harbour-ops'],
      ['channel', 'incidents'],
      ['channel', 'regatta'],
      ['channel', 'security-reviews'],
      ['dm', 'access'],
    ]);
    expect(names('U0VERA')).toEqual([
      ['channel', 'harbour-ops'],
      ['dm', 'access'],
    ]);
    expect(names('U0EXTERN')).toEqual([['channel', 'harbour-ops']]);
    expect(names('U0WIM')).toEqual([]);
    expect(names('U0NOBODY')).toEqual([]);
  });
});

describe('reading and writing', () => {
  const slack = useRig();

  function unread(personId: string, conversationId = 'C0GENERAL') {
    return slack.workspace.client.conversations(personId).find((one) => one.id === conversationId)
      ?.unreadCount;
  }

  test('messages of others are unread until they are read; one’s own never are', async () => {
    await slack.workspace.client.say('U0ANA', 'C0GENERAL', 'anybody?');
    await slack.call('chat.postMessage', { channel: 'C0GENERAL', text: 'me' });
    expect([unread('U0ANA'), unread('U0BEN')]).toEqual([1, 2]);
    slack.workspace.client.markRead('U0BEN', 'C0GENERAL');
    expect([unread('U0ANA'), unread('U0BEN')]).toEqual([1, 0]);
  });

  test('a thread reply and an ephemeral message do not count', async () => {
    const parent = slack.workspace.client.messages('U0ANA', 'C0GENERAL')[0]?.ts;
    await slack.call('chat.postMessage', {
      channel: 'C0GENERAL',
      text: 'reply',
      thread_ts: parent,
    });
    await slack.call('chat.postEphemeral', { channel: 'C0GENERAL', text: 'psst', user: 'U0BEN' });
    expect(unread('U0BEN')).toBe(0);
  });

  test('text that looks like markup stays text, but names become mentions', async () => {
    await slack.workspace.client.say(
      'U0ANA',
      'C0GENERAL',
      'ask @ben in #incidents & not <!channel> or @nobody',
    );
    expect(slack.workspace.client.messages('U0BEN', 'C0GENERAL').at(-1)?.text).toBe(
      'ask <@U0BEN> in <#C0INCIDENTS|incidents> &amp; not &lt;!channel&gt; or @nobody',
    );
  });

  test('people answer in the thread that they are in', async () => {
    const parent = slack.workspace.client.messages('U0ANA', 'C0GENERAL')[0]?.ts ?? '';
    const { client } = slack.workspace;
    expect(await client.say('U0BEN', 'C0GENERAL', 'aye', parent)).toEqual({ ok: true });
    expect(client.messages('U0ANA', 'C0GENERAL')[0]?.replies.at(-1)).toMatchObject({
      text: 'aye',
      threadTs: parent,
    });
    expect(await client.say('U0BEN', 'C0GENERAL', 'aye', '1.1')).toMatchObject({
      code: 'not_found',
    });
    expect(await client.say('U0MINA', 'C0FINANCE', 'money?')).toMatchObject({
      code: 'not_allowed',
    });
    expect(await client.say('U0BEN', 'C0GENERAL', '  ')).toMatchObject({ code: 'no_text' });
    expect(await client.say('U0BEN', 'C0GENERAL', 'x'.repeat(40_001))).toMatchObject({
      code: 'msg_too_long',
    });
  });

  test('changes are announced to those who see them', async () => {
    const changes: Change[] = [];
    const stop = slack.workspace.client.subscribe((change) => changes.push(change));
    await slack.call('chat.postMessage', { channel: 'C0REVIEWS', text: 'x' });
    await slack.call('chat.postEphemeral', { channel: 'C0REVIEWS', text: 'x', user: 'U0BEN' });
    await openModal(slack, modal([]));
    await slack.call('views.publish', { user_id: 'U0BEN', view: { type: 'home', blocks: [] } });
    stop();
    await slack.call('chat.postMessage', { channel: 'C0REVIEWS', text: 'unheard' });
    expect(changes).toEqual([
      { kind: 'conversation', conversationId: 'C0REVIEWS', personId: null },
      { kind: 'conversation', conversationId: 'C0REVIEWS', personId: 'U0BEN' },
      { kind: 'views', personId: 'U0ANA' },
      { kind: 'home', personId: 'U0BEN' },
    ]);
  });
});

describe('the data file', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'workspace-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('everything is there after a restart', async () => {
    const dataFile = join(folder, 'made', 'workspace.json');
    const first = await rig({ dataFile });
    const blocks = [
      {
        type: 'actions',
        block_id: 'b',
        elements: [
          { type: 'button', action_id: 'go', text: plain('Go') },
          { type: 'checkboxes', action_id: 'c', options: [{ text: plain('x'), value: 'x' }] },
        ],
      },
    ];
    const metadata = { event_type: 'card', event_payload: { id: '1' } };
    const ts = pick(
      await first.call('chat.postMessage', {
        channel: 'C0REVIEWS',
        text: 'card',
        blocks,
        metadata,
      }),
      'ts',
    );
    const container = { kind: 'message', conversationId: 'C0REVIEWS', ts } as const;
    await first.workspace.client.act('U0ANA', container, {
      blockId: 'b',
      actionId: 'c',
      entered: ['x'],
    });
    const responseUrl = pick(first.told.at(-1)?.payload, 'response_url');
    const viewId = await openModal(first, modal([textInput('why')]));
    first.workspace.client.fill('U0ANA', viewId, { why: { value: 'half a sen' } });
    await first.call('views.publish', { user_id: 'U0ANA', view: { type: 'home', blocks } });
    first.workspace.client.markRead('U0ANA', 'C0REVIEWS');
    const before = {
      messages: first.workspace.client.messages('U0ANA', 'C0REVIEWS'),
      views: first.workspace.client.openViews('U0ANA'),
      home: first.workspace.client.home('U0ANA'),
      conversations: first.workspace.client.conversations('U0ANA'),
    };
    await first.close();

    const second = await rig({ dataFile, port: Number(new URL(first.workspace.url).port) });
    const { client } = second.workspace;
    expect({
      messages: client.messages('U0ANA', 'C0REVIEWS'),
      views: client.openViews('U0ANA'),
      home: client.home('U0ANA'),
      conversations: client.conversations('U0ANA'),
    }).toEqual(before);
    const next = pick(
      await second.call('chat.postMessage', { channel: 'C0REVIEWS', text: 'next' }),
      'ts',
    );
    expect(next > ts).toBe(true);
    const body = JSON.stringify({ text: 'still good' });
    expect((await fetch(responseUrl, { method: 'POST', body })).status).toBe(200);
    await second.close();
  });

  test('is replaced as a whole and leaves no temporary file', async () => {
    const dataFile = join(folder, 'workspace.json');
    const slack = await rig({ dataFile });
    for (let index = 0; index < 20; index += 1) {
      await slack.call('chat.postMessage', { channel: 'C0REVIEWS', text: String(index) });
      JSON.parse(await readFile(dataFile, 'utf8'));
    }
    await slack.close();
    expect(await readdir(folder)).toEqual(['workspace.json']);
    expect(await readFile(dataFile, 'utf8')).toContain('"text":"19"');
  });

  test('a damaged or foreign file is refused by name, and left alone', async () => {
    const dataFile = join(folder, 'workspace.json');
    for (const text of ['{"version":1', '{"version":2}', '[]']) {
      await writeFile(dataFile, text);
      await expect(startSlackWorkspace({ dataFile })).rejects.toThrow(DataFileUnusable);
      await expect(startSlackWorkspace({ dataFile })).rejects.toThrow(dataFile);
      expect(await readFile(dataFile, 'utf8')).toBe(text);
    }
  });

  test('a path that cannot be written is refused at the start', async () => {
    await writeFile(join(folder, 'file'), '');
    await expect(startSlackWorkspace({ dataFile: join(folder, 'file', 'x.json') })).rejects.toThrow(
      DataFileUnusable,
    );
    await expect(
      startSlackWorkspace({ dataFile: join(folder, 'a', 'b', 'x.json') }),
    ).rejects.toThrow('cannot be written');
  });
});

test('a port in use is one clear sentence', async () => {
  const slack = await rig();
  const port = Number(new URL(slack.workspace.url).port);
  const second = startSlackWorkspace({ port });
  await expect(second).rejects.toThrow(PortUnusable);
  await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use already.`);
  await slack.close();
});

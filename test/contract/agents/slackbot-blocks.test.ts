import { beforeEach, expect, it } from 'vitest';
import { sendDraft } from '../../../src/extras/agents/drafts/settle-draft.ts';
import { draftJobs } from '../../../src/extras/agents/index.ts';
import type { ToolPorts } from '../../../src/extras/agents/tools/open-tools.ts';
import { callTool, portsOf } from '../../support/agent-tools.ts';
import { github } from '../../support/request-forms.ts';
import { actor, entitlement } from '../../support/samples.ts';
import { messageMistakes, textsIn } from '../../support/slack-limits.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk({ jobs: draftJobs });
const hostile = '<!channel> *free*';
const wanted = { app: 'app-github', access: 'ent-write', duration: '2h', reason: 'INC-42' };
let ports: ToolPorts;
beforeEach(async () => {
  const named = entitlement({ name: `Platform: write ${hostile}`, description: hostile });
  ports = await portsOf(desk(), { apps: [github], entitlements: [named] });
});

/** What Slack shows of an answer; a wrong block would drop all of them. */
async function blocksOf(tool: string, input: object) {
  const blocks = [...((await callTool(ports, tool, input)).blocks ?? [])];
  expect(messageMistakes({ text: 'not shown', blocks })).toEqual([]);
  return blocks;
}

it('what the search offers has a button that explains it', async () => {
  const blocks = await blocksOf('find_access', { words: 'platform' });
  expect(blocks).toMatchObject([
    {
      type: 'section',
      accessory: {
        action_id: 'tool:explain_access',
        value: '{"app":"app-github","access":"ent-write"}',
      },
    },
  ]);
  const [words] = textsIn(blocks);
  expect(words).toContain('*GitHub · Platform: write &lt;!channel&gt;');
  expect(words).not.toContain('<!channel>');
});

it('a search that offers nothing has no blocks', async () => {
  expect(await blocksOf('find_access', { words: 'moon' })).toEqual([]);
});

it('a draft is named, with a link to it', async () => {
  const blocks = await blocksOf('prepare_request', wanted);
  const [words] = textsIn(blocks);
  expect(words).toContain('*GitHub · Platform: write &lt;!channel&gt;');
  expect(words).toMatch(
    /\nThe draft is in your direct messages.*\n<https:\/\/[^|]+\|Open the draft>$/,
  );
});

it('a draft that its person sent says so to them', async () => {
  const { structured } = await callTool(ports, 'prepare_request', wanted);
  const id: string = Object(structured.draft).id;
  await sendDraft(ports, { draftId: id, by: actor('U0BEN'), channel: 'D0BEN' });
  const [words] = textsIn(await blocksOf('check_draft', { draft: id }));
  expect(words).toContain('\nYou sent it.\n');
});

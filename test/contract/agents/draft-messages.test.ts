import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { discardDraft, draftToChange } from '../../../src/extras/agents/drafts/settle-draft.ts';
import { draftJobs } from '../../../src/extras/agents/index.ts';
import type { ToolPorts } from '../../../src/extras/agents/tools/open-tools.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { callTool, portsOf } from '../../support/agent-tools.ts';
import { openingHomes } from '../../support/opening-homes.ts';
import { github } from '../../support/request-forms.ts';
import { actor, entitlement } from '../../support/samples.ts';
import { textsIn } from '../../support/slack-limits.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk({ jobs: draftJobs });
openingHomes(desk);
const day = 86_400_000;

let ports: ToolPorts;
let draftId: string;
beforeEach(async () => {
  ports = await portsOf(desk(), { apps: [github], entitlements: [entitlement({})] });
  const wanted = { app: 'GitHub', access: 'Platform: write', duration: '2h', reason: 'INC-42' };
  draftId = Object((await callTool(ports, 'prepare', wanted)).draft).id;
});

const click = () => ({ draftId, by: actor('U0BEN'), channel: 'D0BEN' });
const submit = () => {
  const draftedBy = { kind: 'slackbot', name: 'Slackbot', draftId, identityId: 'user-ben' };
  return submitRequest(ports, submittedForm({ draftedBy, durationSeconds: 3_600 }));
};

/** What the message of the draft says once the jobs that are due have run. */
async function message(): Promise<readonly string[]> {
  await desk().runJobs('show-draft');
  return textsIn(desk().chat.personal.at(-1)?.message.blocks ?? []);
}

describe('the message of a draft says that it was sent', () => {
  it('as soon as the form that was opened from it is submitted', async () => {
    await draftToChange(ports, click());
    expect(await submit()).toEqual(ok(undefined));
    expect(await message()).toEqual(['*GitHub · Platform: write*\nYou sent this.']);
  });

  it('where that form is submitted after the draft has ended', async () => {
    desk().world.pass(day - 60_000);
    await draftToChange(ports, click());
    desk().world.pass(200_000);
    expect(await message()).toEqual([
      '*GitHub · Platform: write*\nThis draft has ended. Nothing was sent.',
    ]);
    expect(await submit()).toEqual(ok(undefined));
    expect(await message()).toEqual(['*GitHub · Platform: write*\nYou sent this.']);
  });

  it('where that form is submitted after the draft was discarded', async () => {
    await draftToChange(ports, click());
    await discardDraft(ports, click());
    desk().world.pass(200_000);
    expect(await message()).toEqual([
      '*GitHub · Platform: write*\nYou discarded this. Nothing was sent.',
    ]);
    expect(await submit()).toEqual(ok(undefined));
    expect(await message()).toEqual(['*GitHub · Platform: write*\nYou sent this.']);
  });
});

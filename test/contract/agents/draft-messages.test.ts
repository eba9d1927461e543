import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { ok } from '../../../src/domain/result.ts';
import { draftRows } from '../../../src/extras/agents/drafts/draft-tables.ts';
import { discardDraft, draftToChange } from '../../../src/extras/agents/drafts/settle-draft.ts';
import { draftJobs, laterWork } from '../../../src/extras/agents/index.ts';
import type { ToolPorts } from '../../../src/extras/agents/tools/open-tools.ts';
import { rowsOfExtra } from '../../../src/store/rows-of-extra.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { callerOf, callTool, portsOf } from '../../support/agent-tools.ts';
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
  const { structured } = await callTool(ports, 'prepare_request', wanted, callerOf());
  draftId = Object(structured.draft).id;
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

describe('the message of a draft that has ended without a job that says so', () => {
  const fiveMinutes = 300_000;
  const end = async () => {
    await sql`delete from job_to_run`.execute(desk().kysely);
    desk().world.pass(day + 5_000);
  };

  it('is changed by one job, however long Slack is down, and however many processes look', async () => {
    await end();
    const [one, other] = [laterWork(), laterWork()];
    for (let turn = 0; turn < 12; turn += 1) {
      await Promise.all([one(desk().deps), other(desk().deps)]);
      desk().world.pass(fiveMinutes);
    }
    // Slack is up again: until now no job could be done.
    expect(await desk().takeJobs('show-draft')).toEqual([{ kind: 'show-draft', draftId }]);
  });

  it('is left to the process that looked first where two look at the same moment', async () => {
    await end();
    const now = desk().world.now();
    const since = new Date(now.getTime() - day);
    await desk().store.transaction(async (tx) => {
      const taken = await rowsOfExtra(tx, draftRows).takeEndedUnsaid({ since, now }, 200);
      expect(taken).toEqual([draftId]);
      await laterWork()(desk().deps);
    });
    expect(await desk().takeJobs('show-draft')).toEqual([]);
  });

  it('gets its turn where Slack refuses those of 200 others that ended before', async () => {
    const earlier = sql`jsonb_build_object('id', 'old-' || n, 'key', 'old-' || n, 'ends_at', ends_at - interval '1 second')`;
    await sql`insert into agent_drafts select (jsonb_populate_record(draft, ${earlier})).*
      from agent_drafts as draft, generate_series(1, 200) as n`.execute(desk().kysely);
    await end();
    const later = laterWork();
    await later(desk().deps);
    // Slack refuses these: nothing is noted about them.
    expect(await desk().takeJobs('show-draft')).toHaveLength(200);
    desk().world.pass(fiveMinutes);
    await later(desk().deps);
    expect(await desk().takeJobs('show-draft')).toEqual([{ kind: 'show-draft', draftId }]);
  });
});

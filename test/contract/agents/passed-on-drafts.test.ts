import { beforeEach, describe, expect, it } from 'vitest';
import { drafterOf } from '../../../src/extras/agents/drafts/draft.ts';
import {
  discardDraft,
  draftToChange,
  sendDraft,
} from '../../../src/extras/agents/drafts/settle-draft.ts';
import { draftJobs } from '../../../src/extras/agents/index.ts';
import type { ToolPorts } from '../../../src/extras/agents/tools/open-tools.ts';
import type { Caller } from '../../../src/extras/agents/tools/tool.ts';
import { submitRequest } from '../../../src/use-cases/form/submit-request.ts';
import { resolveIdentity } from '../../../src/use-cases/people/resolve-identity.ts';
import { createTask } from '../../../src/use-cases/request/create-task.ts';
import { callerOf, callTool, portsOf } from '../../support/agent-tools.ts';
import { github } from '../../support/request-forms.ts';
import { actor, entitlement, person } from '../../support/samples.ts';
import { submittedForm } from '../../support/submitted-form.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk({ jobs: draftJobs });
let ports: ToolPorts;

const ben = callerOf();
const emil: Caller = { ...ben, identityId: 'user-emil' };
const wanted = {
  app: 'GitHub',
  access: 'Platform: write',
  duration: '2h',
  reason: 'INC-42: the build is red',
};

const prepared = async (caller: Caller): Promise<string> =>
  Object((await callTool(ports, 'prepare', wanted, caller)).draft).id;
const seen = () => resolveIdentity(desk().deps, 'U0BEN', 'recent', 0);
/** From now on Ben's Slack account is Emil's. */
const passOn = () => {
  const was = person('user-ben').email ?? '';
  desk().governance.people.set(was, { ...person('user-emil'), email: was });
};
const click = (draftId: string) => ({ draftId, by: actor('U0BEN'), channel: 'D0BEN' });

beforeEach(async () => {
  ports = await portsOf(desk(), { apps: [github], entitlements: [entitlement()] });
  await seen();
});

describe('a draft whose person lost the Slack account to somebody else', () => {
  it.each([
    ['sent', sendDraft],
    ['discarded', discardDraft],
    ['changed', draftToChange],
  ])('is over as soon as that is known: it cannot be %s', async (_how, settle) => {
    const id = await prepared(ben);
    passOn();
    await seen();
    expect(await settle(ports, click(id))).toEqual({ ok: false, refusal: { kind: 'ended' } });
    expect(await desk().kysely.selectFrom('requests').selectAll().execute()).toEqual([]);
    const trail = await desk().kysely.selectFrom('audit').selectAll().execute();
    expect(trail.map(({ kind }) => kind)).toEqual(['draft.prepared']);
  });

  it.each([
    ['it was sent as it is', false],
    ['its form was opened', true],
  ])('brings nothing where that is found out after %s', async (_when, isInForm) => {
    const id = await prepared(ben);
    const change = await draftToChange(ports, click(id));
    if (!change.ok) throw new Error(change.refusal.kind);
    const form = submittedForm({ draftedBy: drafterOf(change.value) });
    passOn();
    if (!isInForm) await sendDraft(ports, click(id));
    await seen();
    if (isInForm) await submitRequest(ports, form);
    const [request] = await desk().kysely.selectFrom('requests').selectAll().execute();
    await createTask(desk().deps, request?.id ?? '');
    expect(desk().governance.orders).toEqual([]);
    expect(await desk().request(request?.id ?? '')).toMatchObject({
      state: 'refused',
      refusal: { code: 'changed-person', was: 'user-ben', is: 'user-emil' },
    });
  });

  it('is not told to the agents of the one who has it now, nor taken for a draft of theirs', async () => {
    const id = await prepared(ben);
    const check = await callTool(ports, 'check_draft', { draft: id }, emil);
    expect(check).toMatchObject({ mistakes: [{ field: 'draft' }] });
    expect(await prepared(emil)).not.toBe(id);
    expect(await prepared(ben)).toBe(id);
  });
});

import { expect, it } from 'vitest';
import { z } from 'zod';
import { actionKinds } from '../../../src/domain/action/action.ts';
import { actionFormKinds } from '../../../src/domain/action/action-form.ts';
import { noticeSentences } from '../../../src/domain/message/notice.ts';
import { jobKinds } from '../../../src/domain/outward/job.ts';
import { facts } from '../../../src/domain/record/facts.ts';
import { refusalKinds, refusals } from '../../../src/domain/refusals/refusals.ts';
import { headlineKinds } from '../../../src/domain/telling/post-parts.ts';
import { agentActions, connectFormId } from '../../../src/extras/agents/tokens/agents-clicked.ts';
import { heldActions } from '../../../src/extras/held/held-access-blocks.ts';
import { actFormId } from '../../../src/slack/action/action-form-modal.ts';
import { actionFormMemory } from '../../../src/slack/action/action-form-submitted.ts';
import {
  askedActions,
  holderActions,
  uncertainActions,
} from '../../../src/slack/action/buttons.ts';
import { adminButton } from '../../../src/slack/admin/admin.ts';
import { cardActions, consoleButtonIds } from '../../../src/slack/card/card-buttons.ts';
import { commentShortcut } from '../../../src/slack/comment/comment-from-message.ts';
import { formMemory } from '../../../src/slack/form/blocks/form-memory.ts';
import { requestFormId } from '../../../src/slack/form/blocks/request-form-fields.ts';
import { homeActions } from '../../../src/slack/home/home.ts';
import { placeShape } from '../../../src/slack/platform/payloads.ts';

const list = (names: readonly string[]) => `${names.toSorted().join('\n')}\n`;

/** What a window keeps in its private metadata: a window of an earlier version may still be open. */
const memories: Readonly<Record<string, z.ZodType>> = {
  action: actionFormMemory,
  details: placeShape,
  request: formMemory,
};

const schemaPart = z.looseObject({ properties: z.record(z.string(), z.unknown()).default({}) });

/** The paths of all fields in a JSON schema, whatever is around them. */
function fieldsIn(schema: unknown, path: string): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap((one) => fieldsIn(one, path));
  const part = schemaPart.safeParse(schema);
  if (!part.success) return [];
  const { properties, items, anyOf } = part.data;
  return [
    ...Object.entries(properties).flatMap(([name, inner]) => [
      `${path} ${name}`,
      ...fieldsIn(inner, `${path} ${name}`),
    ]),
    ...fieldsIn(items, path),
    ...fieldsIn(anyOf, path),
  ];
}

const memoryFields = Object.entries(memories).flatMap(([window, memory]) =>
  fieldsIn(z.toJSONSchema(memory, { io: 'input', unrepresentable: 'any' }), window),
);

// What was stored or posted under a name by an earlier version is found by that name. A line may be
// added to these files, never changed.
it.each([
  ['jobs', jobKinds],
  ['facts', Object.keys(facts)],
  ['messages', Object.keys(noticeSentences)],
  ['headlines', headlineKinds],
  ['kinds of actions', actionKinds],
  ['forms of actions', actionFormKinds],
  ['refusals', refusalKinds().flatMap((kind) => refusals[kind].codes)],
  ['fields in windows', memoryFields],
  [
    'ids in Slack',
    [
      ...Object.values(cardActions),
      ...consoleButtonIds,
      ...Object.values(holderActions),
      ...Object.values(askedActions),
      ...Object.values(uncertainActions),
      ...Object.values(homeActions),
      adminButton,
      ...Object.values(heldActions),
      ...Object.values(agentActions),
      connectFormId,
      actFormId,
      requestFormId,
      commentShortcut,
    ],
  ],
] as const)('%s keep the names under which they are stored', async (what, names) => {
  await expect(list(names)).toMatchFileSnapshot(`stored-names/${what.replaceAll(' ', '-')}.txt`);
});

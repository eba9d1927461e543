import { expect, it } from 'vitest';
import { ownsNow } from '../../../src/operator/admin/desk-in-chat.ts';
import { chatDesk, englishOf, labelsOf, unasked } from '../../support/admin-chat.ts';
import { failing, refusedRead } from '../../support/failures.ts';
import { entitlement, person } from '../../support/samples.ts';
import { useCaseDesk } from '../../support/use-case-desk.ts';

const desk = useCaseDesk();
const taking = 'take-away GitHub "Platform: admin" from user-ben because he left';

function typedByBen() {
  const catalogue = { entitlement: () => entitlement({}) };
  const chat = chatDesk(unasked, { owns: ownsNow({ ...desk().deps, catalogue }) });
  return { kept: chat.kept, answer: chat.administer('U0BEN', taking) };
}

it('an owner, by the list of this moment, is asked before access is taken away', async () => {
  desk().governance.owners = [person('user-ben')];
  expect(labelsOf(await typedByBen().answer)).toEqual(['Take away']);
});

it.each([
  ['refused', () => refusedRead('forbidden')],
  ['not answered', () => failing('timeout', true)],
])('a list of owners that is %s makes nobody a stranger to what they own', async (_, how) => {
  desk().governance.ownerLists.next(how());
  const { kept, answer } = typedByBen();
  expect(englishOf(await answer)).toMatch(
    /^The access service gave no usable answer .* Nothing was changed\.$/,
  );
  expect(kept).toMatchObject([{ detail: { command: 'take-away', outcome: 'failed' } }]);
});

it('nobody owns what is gone', async () => {
  desk().governance.ownerLists.next(refusedRead('not-found'));
  expect(englishOf(await typedByBen().answer)).toContain('exactly what they own. Nothing was done');
});

import { expect, it } from 'vitest';
import { reviewersLooks } from '../../../src/operator/doctor/reviewers-check.ts';
import { FakeChat } from '../../support/fake-chat.ts';
import { FakeDirectory } from '../../support/fake-directory.ts';
import { FakeGovernance } from '../../support/fakes.ts';
import { person } from '../../support/samples.ts';
import { testApp, testSettings } from '../../support/test-settings.ts';
import { toldBy } from '../../support/told-checks.ts';

it('names the owners of what an app offers who are not in the channel of its cards', async () => {
  const chat = new FakeChat();
  const directory = new FakeDirectory();
  const governance = new FakeGovernance();
  governance.owners = [person('user-ana'), person('user-cho')];
  for (const userId of ['U0ANA', 'U0CHO']) directory.add(userId);
  chat.absentees.set('C0REVIEWS', ['U0CHO']);
  const apps = [
    testApp(),
    testApp({ id: 'app-aws', channel: 'C0LOUNGE' }),
    testApp({ id: 'app-own', channel: null }),
  ];
  const absentFrom = chat.absentFrom.bind(chat);
  const settings = testSettings({ apps });
  const checks = await toldBy(async () =>
    reviewersLooks({ governance, directory, absentFrom, settings }),
  );
  expect(checks.map(({ what, state, says }) => `${what}: ${state}: ${says}`)).toEqual([
    'owners in channel C0REVIEWS: warning: not there: cho. Cards that wait for them go to them directly. Invite them with /invite.',
    'owners in channel C0LOUNGE: ok: none of them is known to be missing',
  ]);
});

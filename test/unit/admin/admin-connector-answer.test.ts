import { expect, it } from 'vitest';
import { pageText } from '../../../src/operator/admin/admin-terminal.ts';
import { answeringClient, pageOf, testDesk } from '../../support/admin-answers.ts';

it('shows an updated connector with its expanded capabilities, as text and as JSON', async () => {
  const answer = {
    connectorView: {
      connector: { id: 'conn-1', displayName: 'GitHub' },
      capabilitiesPath: '$.expanded[0]',
    },
    expanded: [
      {
        '@type': 'type.googleapis.com/c1.api.connector.v1.ConnectorCapabilities',
        capabilities: ['CAPABILITY_SYNC', 'CAPABILITY_PROVISION'],
      },
    ],
  };
  const desk = testDesk(answeringClient({ 5: answer }));
  const page = await pageOf(desk, [
    'update-connector',
    'app-github',
    'conn-1',
    '--set',
    'displayName=GitHub',
  ]);
  expect(pageText(page)).toContain(
    'Capabilities: capabilities: CAPABILITY_SYNC, CAPABILITY_PROVISION\n',
  );
  expect(page.json).toMatchObject({
    capabilities: [{ capabilities: ['CAPABILITY_SYNC', 'CAPABILITY_PROVISION'] }],
  });
});

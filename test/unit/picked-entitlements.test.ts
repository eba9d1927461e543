import { describe, expect, it } from 'vitest';
import { viewOf } from '../../src/slack/listeners/payloads.ts';
import { pickedEntitlements } from '../../src/slack/listeners/request-form/filled-form.ts';
import { newFormMemory } from '../../src/slack/surfaces/request-form/memory.ts';
import { entitlement } from '../support/samples.ts';

const memory = {
  ...newFormMemory({ mode: 'request', conversationId: 'C0GENERAL', conversationUrl: '' }),
  appId: 'app-github',
};
const known = entitlement();
const catalogue = {
  entitlement: (_appId: string, id: string) => (id === known.id ? known : null),
  all: () => [known],
};

function picked(...values: readonly string[]) {
  const selected = { selected_options: values.map((value) => ({ value })) };
  const view = viewOf({
    view: { id: 'V1', state: { values: { 'entitlement-1': { 'request.entitlement': selected } } } },
  });
  return pickedEntitlements(catalogue, memory, view);
}

describe('the entitlements that are picked', () => {
  it('are each asked for once, however often a payload names them', () => {
    expect(picked(known.id, known.id)).toEqual({ entitlements: [known], missing: [] });
  });

  it('are told from those that are not there', () => {
    expect(picked(known.id, 'ent-gone', 'sha256:nothing')).toEqual({
      entitlements: [known],
      missing: ['ent-gone', 'sha256:nothing'],
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../src/domain/text/sentence.ts';
import { requestForm } from '../../../src/slack/form/blocks/request-form.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { github, picked, shownForm } from '../../support/request-forms.ts';
import { accessRequest, entitlement, heldAccess, people, snapshot } from '../../support/samples.ts';
import { anyText, markedIn, nastyTexts, viewMistakes } from '../../support/slack-limits.ts';

describe.each(languages)('in %s the request form', (language) => {
  const said = textsFor(language);

  it('fits with any catalogue', () => {
    const anyEntitlement = fc
      .record({
        name: anyText,
        description: anyText,
        riskLevel: anyText,
        longestSeconds: fc.option(fc.integer({ min: 1 })),
        mayBePermanent: fc.boolean(),
        emergencyGrantEnabled: fc.boolean(),
      })
      .map((change) =>
        picked(change, {
          owners: [change.name, change.description],
          held: heldAccess({ extendableId: 'request-1' }),
        }),
      );
    const durations = fc.uniqueArray(fc.integer({ min: 1, max: 1e9 }), {
      minLength: 1,
      maxLength: 150,
    });
    const several = fc.array(anyEntitlement, { maxLength: 5 }).map((all) =>
      all.map((one, index) => ({
        ...one,
        entitlement: { ...one.entitlement, id: `ent-${index}` },
      })),
    );
    fc.assert(
      fc.property(
        anyText,
        several,
        durations,
        fc.boolean(),
        (name, all, durationsSeconds, emergency) => {
          const form = shownForm({
            app: { ...github, name, durationsSeconds },
            picked: all,
            justification: name,
            emergency,
          });
          expect(viewMistakes(requestForm(said, form))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('fits with as many accounts and requests made elsewhere as there may be', () => {
    const accounts = Array.from({ length: 10 }, (_, at) => ({
      id: `${at}`.repeat(60),
      name: '"'.repeat(40),
    }));
    const openElsewhere = {
      task: snapshot({ numericId: '1042', stepApprovers: people(5) }),
      isOwn: true,
      consoleUrl: `https://acme.example/${'x'.repeat(300)}`,
    };
    const several = Array.from({ length: 5 }, (_, at) =>
      picked({ id: `${at}`.repeat(75) }, { openElsewhere }),
    );
    const conversationUrl = `https://${'u'.repeat(200)}`;
    const form = shownForm({ accounts, conversationUrl, picked: several });
    const view = requestForm(said, form);
    expect(viewMistakes(view)).toEqual([]);
    expect(JSON.stringify(view.blocks)).toContain('request.account');
  });

  it.each(nastyTexts.map((text) => [JSON.stringify(text.slice(0, 20)), text] as const))(
    'shows %s as it is typed, pinging nobody',
    (_name, text) => {
      const names = people(300).map((one) => one.name);
      const consoleUrl = `https://acme.example/task/${'1'.repeat(450)}`;
      const task = snapshot({ numericId: text });
      const step = { kind: 'users', names: [text, ...names], count: 301 } as const;
      const deciders = { ordinary: [step, step], emergency: null };
      const open = { request: accessRequest(), task, standing: 'sent', consoleUrl } as const;
      const form = shownForm({
        picked: [
          picked(
            { name: text, description: text, riskLevel: text, emergencyGrantEnabled: true },
            { owners: [text, ...names], deciders, open },
          ),
        ],
        justification: text,
        timeText: text.slice(0, 50),
        candidates: [{ app: { ...github, name: text }, entitlement: entitlement({ name: text }) }],
      });
      const view = requestForm(said, form);
      expect(viewMistakes(view)).toEqual([]);
      expect(markedIn(view).join('\n')).not.toMatch(/<!(?!date)|<@U0EVIL/);
    },
  );
});

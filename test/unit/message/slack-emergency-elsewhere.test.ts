import { expect, it } from 'vitest';
import { publicMessage } from '../../../src/slack/show/notice-posts.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { noticeContext } from '../../support/samples.ts';

it.each([true, false])(
  'says neither what nor why in a channel that may be shared (confidential: %s)',
  (isHidden) => {
    const context = noticeContext({ body: { kind: 'emergency-elsewhere', onCall: 'S0ONCALL' } });
    const message = publicMessage(textsFor('en'), context, () => isHidden);
    expect(message.text).toMatch(
      /^<!subteam\^S0ONCALL>: An emergency request is waiting for a decision\./,
    );
    expect(JSON.stringify(message)).not.toMatch(/GitHub|write|INC-42|BEN|1042|https/);
  },
);

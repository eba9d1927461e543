import { describe, expect, it } from 'vitest';
import { notOpenedMessage } from '../../../src/slack/form/open-form.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { messageMistakes, pingsIn } from '../../support/slack-limits.ts';

describe('a form that Slack does not open', () => {
  it('gives back the command as it was typed', () => {
    const typed = '/request-access github platform write for 4h because <!channel> *is* down';
    const message = notOpenedMessage(textsFor('en'), typed);
    expect(message.blocks[1]).toMatchObject({
      text: { type: 'plain_text', text: `You wrote: ${typed}` },
    });
    expect([...pingsIn(message)]).toEqual([]);
    expect(message.text).toMatch(
      /^The form did not open, and nothing was submitted\. Try again\. You wrote: /,
    );
  });

  it('fits Slack’s limits, however long the command was', () => {
    expect(
      messageMistakes(notOpenedMessage(textsFor('de'), `/request-access ${'ä'.repeat(10_000)}`)),
    ).toEqual([]);
  });

  it('has nothing to give back after a click', () => {
    expect(notOpenedMessage(textsFor('en'), '').blocks).toHaveLength(1);
  });
});

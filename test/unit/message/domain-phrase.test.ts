import { describe, expect, it } from 'vitest';
import { checkedSentences, inLines, inOneLine, say } from '../../../src/domain/message/phrase.ts';
import { sentenceFor } from '../../../src/domain/text/sentence.ts';

const ends = ['It ends {when:moment}.', 'Es endet {when:moment}.'] as const;
const told = ['Done.[[ By {who:mention}.]]', 'Fertig.[[ Durch {who:mention}.]]'] as const;
const when = '2026-03-02T16:00:00.000Z';

describe('a sentence of a message', () => {
  it('does not compile without the value of a place, or with one that its format does not take', () => {
    expect(say(ends, { when })).toMatchObject({ sentence: ends, values: { when } });
    // @ts-expect-error: the moment is missing.
    say(ends);
    // @ts-expect-error: a moment is no number.
    say(ends, { when: 1 });
    // @ts-expect-error: there is no such place.
    say(ends, { when, who: 'U0ANA' });
  });

  it('needs no value for what is said only where there is one, and none for what all messages fill', () => {
    expect([say(told), say(told, { who: null }), say(['{request}.', '{request}.'])]).toHaveLength(
      3,
    );
  });

  it('has the values of each choice, where a value chooses it', () => {
    const choices = { later: ends, otherwise: told } as const;
    const chosen = (name: string) => say(sentenceFor(choices, name), { when, who: 'U0ANA' });
    expect([chosen('later'), chosen('new in the service'), chosen('toString')]).toMatchObject([
      { sentence: ends },
      { sentence: told },
      { sentence: told },
    ]);
  });

  it('stands with others in a line or below them, without those that are not said', () => {
    const [one, other] = [say(told), say(ends, { when })];
    expect(inOneLine(one, null, other)).toEqual({ parts: [one, other], between: 'words' });
    expect(inLines(null, other)).toEqual({ parts: [other], between: 'lines' });
  });

  it('does not compile if the languages differ, or nothing fills a place', () => {
    const trees = [
      checkedSentences({ ends }),
      // @ts-expect-error: the German has no moment.
      checkedSentences({ ends: ['It ends {when:moment}.', 'Es endet.'] }),
      // @ts-expect-error: there is no such format.
      checkedSentences({ below: { ends: ['{when:day}', '{when:day}'] } }),
      // @ts-expect-error: no message fills this place.
      checkedSentences({ ends: ['{weather}', '{weather}'] }),
    ];
    expect(trees[0]).toEqual({ ends });
  });
});

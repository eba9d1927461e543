import { describe, expect, it } from 'vitest';
import type { TaskElsewhere } from '../../../src/domain/request/subject.ts';
import {
  elsewhereBlocks,
  type HomeElsewhere,
  type RequestElsewhere,
} from '../../../src/extras/elsewhere/asked-elsewhere.ts';
import { homeView } from '../../../src/slack/home/home.ts';
import { textsFor } from '../../../src/slack/texts.ts';
import { accessRequest, homeModel, person, snapshot } from '../../support/samples.ts';
import { textsIn, viewMistakes } from '../../support/slack-limits.ts';

const texts = textsFor('en');

function taskElsewhere(change: Partial<TaskElsewhere> = {}): TaskElsewhere {
  return {
    ...accessRequest(),
    taskId: 'task-1',
    requester: null,
    elsewhere: { kind: 'grant', requesterName: 'Cho Chen' },
    ...change,
  };
}

function elsewhere(change: Partial<RequestElsewhere> = {}): RequestElsewhere {
  return {
    subject: taskElsewhere(),
    task: snapshot({ target: person('user-ben') }),
    isOwn: true,
    isForReader: true,
    consoleUrl: 'https://acme.example/task/1042',
    ...change,
  };
}

const viewOf = (all: HomeElsewhere) =>
  homeView(
    texts,
    homeModel({ besides: [{ place: 'open', blocks: (words) => elsewhereBlocks(words, all) }] }),
  );

const wordsOf = (one: RequestElsewhere) => textsIn(viewOf({ shown: [one], left: 0 })).join('\n');

describe('a request made elsewhere on Home', () => {
  it('says what it waits for, and where to look', () => {
    const words = wordsOf(elsewhere());
    expect(words).toContain('Asked for elsewhere');
    expect(words).toContain(
      '• *GitHub · Platform: write* (#1042) · *Waiting for* Ana or Cho · asked',
    );
    expect(words).toContain('<https://acme.example/task/1042|governance console>');
    expect(words).not.toContain('Nothing requested yet');
  });

  it('names who made it, and who is to have the access, where that is not the reader', () => {
    expect(wordsOf(elsewhere({ isOwn: false }))).toContain('asked by Cho Chen');
    const other = snapshot({ target: person('user-dee') });
    expect(wordsOf(elsewhere({ isForReader: false, task: other }))).toContain('for Dee');
  });

  it('fits with the longest names', () => {
    const long = 'w<&>*'.repeat(200);
    const subject = taskElsewhere({ appName: long, entitlementName: long });
    const one = elsewhere({ subject, task: snapshot({ numericId: long }), isOwn: false });
    const view = viewOf({ shown: Array(5).fill(one), left: 7 });
    expect(viewMistakes(view)).toEqual([]);
    expect(textsIn(view)).toContain('… 7 more');
  });
});

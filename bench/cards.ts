/**
 * What people wait for: from the submission until the card stands, from the click until the card
 * shows it, until it is granted. One at a time.
 */
import { type EndToEnd, engines, Stage } from './stage.ts';
import { inMs, type Measure, median, type Row } from './table.ts';

const samples = 11;

export const cards: Measure = {
  about: 'submission to card, click to card, submission to grant',
  seconds: 60,
  async run() {
    const rows: Row[] = [];
    for (const engine of engines) {
      await Stage.with({ engine, apps: 12 }, async (stage) => {
        await stage.record();
        const all: EndToEnd[] = [];
        for (let number = 0; number <= samples; number += 1) {
          all.push(await stage.endToEnd({ person: number + 1, app: number % 12, entitlement: 1 }));
          await stage.world.quiet();
        }
        // The first one warms up.
        const of = (name: keyof EndToEnd) => inMs(median(all.slice(1).map((one) => one[name])));
        rows.push(
          {
            what: `submission until the card is in the channel, ${engine}`,
            measured: of('cardMs'),
          },
          { what: `click until the card shows it, ${engine}`, measured: of('clickMs'), aim: '1 s' },
          {
            what: `submission until the requester hears of the grant, ${engine}`,
            measured: of('grantedMs'),
          },
        );
      });
    }
    return rows;
  },
};

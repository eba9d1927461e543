/**
 * Memory of the bot while 1,000 connections hold a body of nearly a megabyte each that does not
 * end, against memory before: anybody who reaches its port can do that.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Stage } from './stage.ts';
import type { Measure } from './table.ts';

const connections = 1_000;
const sentBytes = 1_000_000;
const settleMs = 2_000;

export const unfinished: Measure = {
  about: 'memory with 1,000 unfinished requests, against memory before',
  seconds: 30,
  async run() {
    return Stage.with({ engine: 'embedded', people: 10, apps: 2 }, async (stage) => {
      await stage.startBots();
      await sleep(settleMs);
      const [bot] = stage.bots;
      if (bot === undefined) throw new Error('no bot is running');
      const before = (await bot.cost()).residentMb;
      const { hostname, port, pathname } = new URL(bot.eventsUrl);
      const sockets: Socket[] = [];
      let most = 0;
      for (let count = 0; count < connections; count += 1) {
        const socket = connect(Number(port), hostname);
        sockets.push(socket);
        socket.on('error', () => undefined);
        await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
        socket.write(
          `POST ${pathname} HTTP/1.1\r\nHost: bot\r\nContent-Length: ${sentBytes + 1}\r\n\r\n`,
        );
        socket.write(Buffer.alloc(sentBytes));
        if (count % 50 === 49) most = Math.max(most, (await bot.cost()).residentMb);
      }
      await sleep(settleMs);
      most = Math.max(most, (await bot.cost()).residentMb);
      for (const socket of sockets) socket.destroy();
      return {
        rows: [
          {
            what: `memory of the process (RSS) with ${connections.toLocaleString('en')} unfinished requests of 1 MB, against before`,
            measured: `${most.toFixed(0)} MB; ${before.toFixed(0)} MB`,
            ratio: (most / before).toFixed(2),
            aim: '2',
          },
        ],
      };
    });
  },
};

import { stallingProxy } from './stalling-proxy.ts';

/** A statement on its way to the database. */
export interface Trip {
  readonly text: string;
  /** What was sent with it; '' = nothing. */
  readonly values: string;
}

/**
 * A way to a PostgreSQL that writes down every transaction: its statements, one where it committed
 * by itself; otherwise its beginning and its end are among them.
 */
export async function transactionProxy(databaseUrl: string) {
  const transactions: (readonly Trip[])[] = [];
  const proxy = await stallingProxy(databaseUrl, () =>
    statementReader((trips) => transactions.push(trips)),
  );
  return { ...proxy, transactions };
}

/**
 * Reads what a client writes by PostgreSQL's protocol: a start-up message without a type, then
 * messages of a type and a length.
 */
function statementReader(onTransaction: (trips: readonly Trip[]) => void): (data: Buffer) => void {
  let buffered = Buffer.alloc(0);
  let isStarted = false;
  let open: Trip[] | null = null;
  let parsed = '';
  const take = (text: string, values = '') => {
    const trip = { text, values };
    const [word = ''] = text.trim().toLowerCase().split(/[\s;]/);
    if (open === null && (word === 'begin' || word === 'start') && !/commit/i.test(text))
      open = [trip];
    else if (open !== null && (word === 'commit' || word === 'rollback')) {
      onTransaction([...open, trip]);
      open = null;
    } else if (open === null) onTransaction([trip]);
    else open.push(trip);
  };
  return (data) => {
    buffered = Buffer.concat([buffered, data]);
    for (;;) {
      const head = isStarted ? 1 : 0;
      if (buffered.length < head + 4) return;
      const end = head + buffered.readUInt32BE(head);
      if (buffered.length < end) return;
      const type = isStarted ? String.fromCharCode(buffered[0] ?? 0) : '';
      const texts = buffered
        .subarray(head + 4, end)
        .toString()
        .split('\0');
      const [first = '', second = '', ...rest] = texts;
      // A simple query is its text. Otherwise a statement is parsed, and bound: its name, which is
      // empty, and its text, then the portal and its name.
      if (type === 'Q') take(first);
      if (type === 'P') parsed = second;
      if (type === 'B') take(parsed, rest.join('\0'));
      isStarted = true;
      buffered = buffered.subarray(end);
    }
  };
}

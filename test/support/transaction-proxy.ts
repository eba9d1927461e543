import { stallingProxy } from './stalling-proxy.ts';

/**
 * A way to a PostgreSQL that writes down every transaction: its statements, one where it committed
 * by itself.
 */
export async function transactionProxy(databaseUrl: string) {
  const transactions: (readonly string[])[] = [];
  const proxy = await stallingProxy(databaseUrl, () =>
    statementReader((statements) => transactions.push(statements)),
  );
  return { ...proxy, transactions };
}

/**
 * Reads what a client writes by PostgreSQL's protocol: a start-up message without a type, then
 * messages of a type and a length.
 */
function statementReader(
  onTransaction: (statements: readonly string[]) => void,
): (data: Buffer) => void {
  let buffered = Buffer.alloc(0);
  let isStarted = false;
  let open: string[] | null = null;
  const take = (statement: string) => {
    const [word = ''] = statement.trim().toLowerCase().split(/[\s;]/);
    if (open === null && (word === 'begin' || word === 'start') && !/commit/i.test(statement))
      open = [];
    else if (open !== null && (word === 'commit' || word === 'rollback')) {
      onTransaction(open);
      open = null;
    } else if (open === null) onTransaction([statement]);
    else open.push(statement);
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
      // A simple query is its text; a statement to be parsed has a name before it.
      if (type === 'Q') take(texts[0] ?? '');
      if (type === 'P') take(texts[1] ?? '');
      isStarted = true;
      buffered = buffered.subarray(end);
    }
  };
}

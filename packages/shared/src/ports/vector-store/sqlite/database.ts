import { DatabaseSync, type StatementSyncInstance } from '@photostructure/sqlite';
import { load } from 'sqlite-vec';

/** What can be bound to a statement. */
export type SqlValue = string | number | bigint | null | Uint8Array;

/** One connection with its prepared statements; every caller says what the rows of its own SQL look like. */
export interface Database {
  run(sql: string, ...values: SqlValue[]): number;
  get<Row>(sql: string, ...values: SqlValue[]): Row | undefined;
  all<Row>(sql: string, ...values: SqlValue[]): Row[];
  exec(sql: string): void;
  /** Makes vec0 tables usable on this connection. */
  loadVectors(): void;
  /** Runs `work` on one snapshot: what others commit meanwhile does not show. */
  read<T>(work: () => T): T;
  /** Runs `work` in one write transaction; nothing of it stays when it throws. */
  write<T>(work: () => T): T;
  close(): void;
}

const BEGIN_ATTEMPTS = 3;

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && /database is (locked|busy)/i.test(thrown.message);
}

/** Opens the file (made when it is not there) in WAL mode. Throws SQLite's own errors. */
export function openDatabase(file: string, busyTimeoutMs: number): Database {
  const connection = new DatabaseSync(file, { allowExtension: true, timeout: busyTimeoutMs });
  const statements = new Map<string, StatementSyncInstance>();
  let vectorsLoaded = false;

  const prepare = (sql: string): StatementSyncInstance => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };

  // Under many writers one wait may not be enough; a user must not see that.
  const begin = () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        connection.exec('BEGIN IMMEDIATE');
        return;
      } catch (thrown) {
        if (!isBusy(thrown) || attempt === BEGIN_ATTEMPTS) throw thrown;
      }
    }
  };

  const inTransaction = <T>(start: () => void, work: () => T): T => {
    start();
    try {
      const value = work();
      connection.exec('COMMIT');
      return value;
    } catch (thrown) {
      if (connection.isTransaction) connection.exec('ROLLBACK');
      throw thrown;
    }
  };

  // FULL: an acknowledged write outlives a power cut, as the queue's own record of it does.
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768; PRAGMA temp_store = MEMORY; PRAGMA journal_size_limit = 67108864;',
  );

  return {
    run: (sql, ...values) => Number(prepare(sql).run(...values).changes),
    get: (sql, ...values) => prepare(sql).get(...values),
    all: (sql, ...values) => prepare(sql).all(...values),
    exec: (sql) => connection.exec(sql),
    loadVectors() {
      if (vectorsLoaded) return;
      connection.enableLoadExtension(true);
      load(connection);
      connection.enableLoadExtension(false);
      vectorsLoaded = true;
    },
    read: (work) => inTransaction(() => connection.exec('BEGIN'), work),
    write: (work) => inTransaction(begin, work),
    close() {
      statements.clear();
      connection.close();
    },
  };
}

import type { Database } from './database.js';

// Each entry runs once, in order, in one transaction with its number; entries are only ever added.
const migrations: readonly string[] = [
  `CREATE TABLE collection (
     id INTEGER PRIMARY KEY,
     name TEXT NOT NULL UNIQUE,
     embedder TEXT,
     dimensions INTEGER,
     chunks INTEGER NOT NULL DEFAULT 0
   );
   CREATE TABLE alias (
     name TEXT PRIMARY KEY,
     collection INTEGER NOT NULL REFERENCES collection (id)
   ) WITHOUT ROWID;`,
];

function versionOf(database: Database): number {
  return (
    database.get<{ version: number }>('SELECT max(version) AS version FROM schema_version')?.version ?? 0
  );
}

/** Brings the file's tables to the newest version. Safe when several processes do it at once. */
export function migrate(database: Database): void {
  const known = database.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_version'");
  if (known && versionOf(database) >= migrations.length) return;
  database.write(() => {
    database.exec(
      'CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied_at TEXT NOT NULL)',
    );
    for (const [index, sql] of migrations.entries()) {
      if (index < versionOf(database)) continue;
      database.exec(sql);
      database.run("INSERT INTO schema_version VALUES (?, datetime('now'))", index + 1);
    }
  });
}

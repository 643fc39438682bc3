import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folder of recorded exchanges with real servers; the tests that need it are skipped where it is not there. */
export const recordedFolder = path.join(
  process.env.BENCH_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data'),
  'wire',
);

/** Tells whether a recording is there. */
export function hasRecorded(file: string): boolean {
  return existsSync(path.join(recordedFolder, file));
}

/** Reads the exchanges of one recording, one JSON object a line; none where the file is not there. */
export function readRecorded<Exchange>(file: string): Exchange[] {
  if (!hasRecorded(file)) return [];
  const lines = readFileSync(path.join(recordedFolder, file), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Exchange);
}

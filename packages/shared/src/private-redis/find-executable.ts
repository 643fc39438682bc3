import { access, constants, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';

/** Where to look: the value of a PATH variable. */
export interface ExecutableSearch {
  searchPath: string;
}

/**
 * Gives the absolute path of the first of `names` that stands executable in a folder of `searchPath`,
 * names before folders; null when none does. Never throws.
 */
export async function findExecutable(
  names: readonly string[],
  { searchPath }: ExecutableSearch,
): Promise<string | null> {
  for (const name of names) {
    for (const folder of searchPath.split(delimiter)) {
      if (!isAbsolute(folder)) continue;
      const candidate = join(folder, name);
      if (await isExecutableFile(candidate)) return candidate;
    }
  }
  return null;
}

async function isExecutableFile(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

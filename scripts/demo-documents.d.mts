/** Copies the documentation of installed packages to `target`, one folder a package; gives what was copied. */
export function prepareDocuments(modules: string, target: string): { pages: number; sites: number };

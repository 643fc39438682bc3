/** Bounds of metadata, so that no page can make it large: characters, or entries for lists. */
export const metadataLimits = { title: 300, description: 1_000, heading: 200, headings: 200, links: 500 };

/** Cuts a text at a length; null stays null, '' becomes null. */
export function capped(text: string | null, length: number): string | null {
  const cut = text?.replace(/\s+/g, ' ').trim().slice(0, length).trim().toWellFormed();
  return cut ? cut : null;
}

/** The validators a response carries, for a later conditional request. */
export function validatorsOf(headers: Record<string, string>): {
  etag: string | null;
  last_modified: string | null;
} {
  return { etag: headers.etag ?? null, last_modified: headers['last-modified'] ?? null };
}

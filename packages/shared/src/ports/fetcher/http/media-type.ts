/** Takes a Content-Type header; gives its media type in lower case without parameters, or null. */
export function mediaTypeOf(contentType: string | null | undefined): string | null {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return type?.includes('/') ? type : null;
}

/**
 * Tells whether a representation is text the extractor reads: HTML, XHTML, plain text, Markdown, JSON. An absent type
 * is let through to be sniffed; a generic one only where the file name says text.
 */
export function isReadableType(contentType: string | null | undefined, url: URL): boolean {
  const type = mediaTypeOf(contentType);
  if (type === null) return true;
  if (
    /^(?:text\/(?:html|plain|markdown|x-markdown|x-web-markdown|json)|application\/(?:xhtml\+xml|json|ld\+json|markdown))$/.test(
      type,
    )
  ) {
    return true;
  }
  if (/^application\/[\w.-]+\+json$/.test(type)) return true;
  return type === 'application/octet-stream' && /\.(?:md|markdown|txt|json)$/i.test(url.pathname);
}

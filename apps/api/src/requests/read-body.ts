import { InvalidInputError, PermanentError } from '@agentic-search/shared/errors';
import type { ApiContext } from '../parts.js';
import { checkJson } from './check-json.js';
import { charsetOf, mediaTypeOf } from './media-type.js';

const MAX_BYTES = 1_048_576;

function tooLarge(c: ApiContext): PermanentError {
  // What is still on its way is not read: the connection cannot be used again.
  c.header('Connection', 'close');
  return new PermanentError('body_too_large', 'the body may have at most 1 MiB');
}

/**
 * Reads a body of at most 1 MiB as UTF-8; what is beyond is not read. Throws `unsupported_media_type` (compressed),
 * `body_too_large`, `malformed_json`.
 */
export async function readText(c: ApiContext): Promise<string> {
  if ((c.req.header('content-encoding') ?? 'identity').trim().toLowerCase() !== 'identity')
    throw new PermanentError('unsupported_media_type', 'the body must not be compressed');
  if (Number(c.req.header('content-length') ?? 0) > MAX_BYTES) throw tooLarge(c);
  const reader = c.req.raw.body?.getReader();
  if (!reader) return '';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let bytes = 0;
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      bytes += chunk.value.byteLength;
      if (bytes > MAX_BYTES) {
        reader.cancel().catch(() => undefined);
        throw tooLarge(c);
      }
      text += decoder.decode(chunk.value, { stream: true });
    }
    return text + decoder.decode();
  } catch (error) {
    if (error instanceof PermanentError) throw error;
    throw new PermanentError('malformed_json', 'the body is not complete UTF-8 text', { cause: error });
  }
}

/** Reads a JSON body. Throws `unsupported_media_type`, `body_too_large`, `malformed_json`, `invalid_fields`. */
export async function readJson(c: ApiContext): Promise<unknown> {
  const type = mediaTypeOf(c);
  const charset = charsetOf(c);
  if (type !== 'application/json' || (charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii'))
    throw new PermanentError('unsupported_media_type', 'the body must be application/json in UTF-8');
  const text = await readText(c);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PermanentError('malformed_json', 'the body is not JSON');
  }
  checkJson(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const message = 'must be an object';
    throw new InvalidInputError('invalid_fields', 'the request has invalid fields', [{ path: '', message }]);
  }
  return value;
}

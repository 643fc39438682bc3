import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';

/** Thrown when a body is larger than allowed, on the wire or unpacked; reading stops there. */
export class BodyTooLargeError extends Error {}

/** Thrown when a body cannot be unpacked: unknown coding, damaged or cut short. */
export class BodyEncodingError extends Error {}

/** Zstandard came to Node in 22.15 and 23.8; older ones do not offer it. */
const createZstdDecompress: unknown = Reflect.get(zlib, 'createZstdDecompress');

/** What this process can unpack, for Accept-Encoding. */
export const acceptedEncodings = `gzip, deflate, br${typeof createZstdDecompress === 'function' ? ', zstd' : ''}`;

/**
 * Reads a response body through its content codings (outermost last, as the header lists them) and gives the bytes.
 * At most `maxBytes` are read from the wire, and at most as many may come out. Throws BodyTooLargeError,
 * BodyEncodingError, or what the stream threw. With `overflow: 'cut'` a larger body is no error: its start is given.
 */
export async function unpackBody(
  body: Readable,
  options: { encoding: string | null; maxBytes: number; overflow?: 'refuse' | 'cut' },
): Promise<Uint8Array> {
  const codings = (options.encoding ?? '')
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > 3) throw new BodyEncodingError('more than three content codings');
  // A body that may be cut is cut by the collector; the wire limit then only ends what is packed too badly.
  const wireLimit = options.overflow === 'cut' ? options.maxBytes * 4 : options.maxBytes;
  const collected = collector(options.maxBytes);
  const unpackers = codings.reverse().map(unpacker);
  await pipeline([body, limiter(wireLimit), ...unpackers, collected.stream]).catch((error: unknown) => {
    if (error instanceof BodyTooLargeError && options.overflow === 'cut') return;
    if (isUnpackError(error)) throw new BodyEncodingError('the packed body is damaged', { cause: error });
    throw error;
  });
  return collected.bytes();
}

function unpacker(coding: string): Transform {
  if (coding === 'gzip' || coding === 'x-gzip') return zlib.createGunzip();
  if (coding === 'br') return zlib.createBrotliDecompress();
  // Servers send both the zlib form the RFC asks for and raw deflate; Unzip tells by the first byte.
  if (coding === 'deflate') return deflateOfEitherKind();
  if (coding === 'zstd' && typeof createZstdDecompress === 'function')
    return createZstdDecompress() as Transform;
  throw new BodyEncodingError(`unknown content coding ${coding.slice(0, 40)}`);
}

function deflateOfEitherKind(): Transform {
  let inner: zlib.Inflate | zlib.InflateRaw | null = null;
  const outer = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!inner) {
        inner = ((chunk[0] ?? 0) & 0x0f) === 8 ? zlib.createInflate() : zlib.createInflateRaw();
        inner.on('data', (data: Buffer) => outer.push(data));
        inner.on('error', (error) => outer.destroy(error));
      }
      inner.write(chunk, () => done());
    },
    flush(done) {
      if (!inner) return done();
      inner.once('end', () => done());
      inner.end();
    },
  });
  outer.once('close', () => inner?.destroy());
  return outer;
}

function limiter(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(new BodyTooLargeError('the body is larger than allowed'));
      else done(null, chunk);
    },
  });
}

function collector(maxBytes: number): { stream: Writable; bytes(): Uint8Array } {
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.subarray(0, maxBytes - size));
      const fits = size + chunk.length <= maxBytes;
      size = Math.min(size + chunk.length, maxBytes);
      done(fits ? null : new BodyTooLargeError('the unpacked body is larger than allowed'));
    },
  });
  return { stream, bytes: () => Buffer.concat(chunks, size) };
}

function isUnpackError(error: unknown): boolean {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' && /^(?:Z_|ERR_(?:BROTLI|_?ZSTD|ZLIB)|ERR__ERROR_FORMAT|ZSTD_)/.test(code);
}

import type { Endpoint } from '@segue/contracts';
import { AppError } from '@segue/service';
import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';

/**
 * The body to pass on, held to the route's limit; null when there is none.
 * @throws AppError `payload_too_large`, or `unsupported_media_type` for what is not plain JSON.
 */
export function requestBody(
  request: IncomingMessage,
  { method, bodyLimitBytes }: Endpoint,
): IncomingMessage | Transform | null {
  const length = request.headers['content-length'];
  const chunked = request.headers['transfer-encoding'] !== undefined;
  const isEmpty = !chunked && (length === undefined || length === '0');
  if (isEmpty || method === 'GET') return null;
  if (Number(length) > bodyLimitBytes) throw new AppError('payload_too_large');
  const mediaType = request.headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json' || request.headers['content-encoding'])
    throw new AppError('unsupported_media_type');
  return chunked ? request.pipe(limit(bodyLimitBytes)) : request;
}

/** Without a length in front, bytes are counted as they come. */
function limit(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(new AppError('payload_too_large'));
      else done(null, chunk);
    },
  });
}

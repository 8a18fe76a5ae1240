import { derivedId } from '../chance.js';
import { PlatformFailure } from '../platform-failure.js';

interface AppleError {
  title: string;
  detail: string;
  code: string;
  /** Name of the query parameter at fault. */
  parameter?: string;
}

/** Apple's error envelope: `status` and `code` are strings. */
export const appleErrorBody = (status: number, { title, detail, code, parameter }: AppleError) => ({
  errors: [
    {
      id: derivedId(26, code, detail).toUpperCase(),
      title,
      detail,
      status: String(status),
      code,
      ...(parameter === undefined ? {} : { source: { parameter } }),
    },
  ],
});

const appleFailure = (status: number, error: AppleError): PlatformFailure =>
  new PlatformFailure(status, appleErrorBody(status, error));

/** Bad or missing developer token, and every write that Apple's documented host does not know. No body. */
export const UNAUTHORIZED = new PlatformFailure(401, undefined);

export const NO_USER_TOKEN = appleFailure(403, {
  title: 'Forbidden',
  detail: 'Authentication required for request',
  code: '40300',
});
export const BAD_USER_TOKEN = appleFailure(403, {
  title: 'Forbidden',
  detail: 'Invalid authentication',
  code: '40300',
});
export const RESOURCE_NOT_FOUND = appleFailure(404, {
  title: 'Resource Not Found',
  detail: 'Resource with requested id was not found',
  code: '40400',
});
export const NO_RELATED_TRACKS = appleFailure(404, {
  title: 'No related resources',
  detail: 'No related resources found for tracks',
  code: '40403',
});
export const NOT_EDITABLE_500 = appleFailure(500, {
  title: 'Upstream Service Error',
  detail: 'Unable to update tracks',
  code: '50001',
});
export const NOT_EDITABLE_403 = appleFailure(403, {
  title: 'Forbidden',
  detail: 'The playlist cannot be edited',
  code: '40301',
});

export const badParameter = (parameter: string, detail: string): PlatformFailure =>
  appleFailure(400, { title: 'Invalid Parameter Value', detail, code: '40005', parameter });

export const badBody = (detail: string): PlatformFailure =>
  appleFailure(400, { title: 'Invalid Request Body', detail, code: '40006' });

import { ErrorBody } from '@segue/contracts';
import { AppError } from './app-error.js';
import { toAppError } from './http/error.filter.js';

describe('an error of the contract', () => {
  it('answers the same sentence as message and as error, with status, code and request id', () => {
    const body = new AppError('not_found').toBody('request-1');
    expect(body).toEqual({
      statusCode: 404,
      code: 'not_found',
      message: 'This does not exist.',
      error: 'This does not exist.',
      requestId: 'request-1',
    });
    expect(ErrorBody.parse(body)).toEqual(body);
  });

  it('keeps its facts and its cause for the log', () => {
    const error = new AppError('forbidden', { userId: 'u' }, { cause: new Error('secret') });
    expect(JSON.stringify(error.toBody('request-1'))).not.toMatch(/secret|"u"/);
    expect(error).toMatchObject({ facts: { userId: 'u' }, cause: { message: 'secret' } });
  });

  it('says when to come back, also when that is at once', () => {
    expect(new AppError('rate_limited', {}, { retryAfterSeconds: 0 }).toBody('r').retryAfterSeconds).toBe(0);
  });
});

describe('what was thrown', () => {
  it.each([
    [{ statusCode: 413 }, 'payload_too_large'],
    [{ statusCode: 415 }, 'unsupported_media_type'],
    [{ statusCode: 400 }, 'bad_request'],
    [{ statusCode: 418 }, 'internal_error'],
    [{ code: 'ECONNREFUSED' }, 'service_unavailable'],
    [{ code: '57P01' }, 'service_unavailable'],
    [{ code: '40P01' }, 'service_unavailable'],
    [{ code: '23505' }, 'internal_error'],
    [new Error('timeout exceeded when trying to connect'), 'service_unavailable'],
    [new Error('Query read timeout'), 'service_unavailable'],
    [new Error('Connection terminated unexpectedly'), 'service_unavailable'],
    [null, 'internal_error'],
    [undefined, 'internal_error'],
    ['a text', 'internal_error'],
  ])('%o becomes %s', (thrown, code) => {
    expect(toAppError(thrown).code).toBe(code);
  });

  it('passes an error of the contract on as it is', () => {
    const error = new AppError('platform_busy');
    expect(toAppError(error)).toBe(error);
  });
});

import { createHash, randomBytes } from 'node:crypto';

const TOKEN_BYTES = 32;

/** 256 random bits as they stand in the link. */
export const makeResetToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** What we keep of a token. Nobody can guess 256 bits, so no slow hash is needed. */
export const hashResetToken = (token: string): Buffer => createHash('sha256').update(token).digest();

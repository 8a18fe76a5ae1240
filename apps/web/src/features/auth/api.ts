import { login, register, requestPasswordReset, resetPassword } from '@segue/contracts';
import { ApiError, call } from '../../lib/api.js';

export const signInWith = (body: { email: string; password: string }) => call(login, { body });
export const registerMember = (body: { name: string; email: string; password: string }) => call(register, { body });
export const askForReset = (email: string) => call(requestPasswordReset, { body: { email } });
export const setNewPassword = (token: string, newPassword: string) =>
  call(resetPassword, { params: { token }, body: { newPassword } });

/** The server's sentence with what it says about single fields, or `fallback`. */
export function refusalOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.message === '') return fallback;
  const details = error.details.map(({ path, message }) => `${path.replace(/^body\.?/, '')} ${message}`.trim());
  return [error.message, ...details].join(' ');
}

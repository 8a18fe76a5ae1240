import { changePassword, deleteProfile, profile, updateProfile } from '@segue/contracts';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, call } from '../../lib/api.js';

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: ({ signal }) => call(profile, { signal }),
});

export const saveProfile = (body: { name: string; email: string }) => call(updateProfile, { body });
export const savePassword = (currentPassword: string, newPassword: string) =>
  call(changePassword, { body: { currentPassword, newPassword } });
export const deleteAccount = () => call(deleteProfile);

/** The server's sentence with what it says about single fields, or `fallback`. */
export function refusalOf(error: unknown, fallback: string): string {
  if (!(error instanceof ApiError) || error.message === '') return fallback;
  return [error.message, ...error.details.map(({ path, message }) => `${path} ${message}`)].join(' ');
}

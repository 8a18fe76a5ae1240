import { type ErrorCode, ERRORS, PLATFORM_IDS, PLATFORMS } from '@segue/contracts';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { useToasts } from '../../components/toasts.js';

const NOT_LISTED = 'platform_account_not_listed' satisfies ErrorCode;

/** Says how the visit to a platform's consent page ended, once, and takes it out of the address. */
export function useCallbackToast(): void {
  const [search, setSearch] = useSearchParams();
  const toasts = useToasts();
  const told = useRef<string | null>(null);

  useEffect(() => {
    const connected = PLATFORM_IDS.find((id) => id === search.get('connected'));
    const error = search.get('error');
    if ((connected === undefined && error === null) || told.current === search.toString()) return;
    told.current = search.toString();
    if (error === null && connected !== undefined) toasts.good(`${PLATFORMS[connected].name} is connected.`);
    if (error !== null) {
      const platform = PLATFORM_IDS.find((id) => id === search.get('platform')) ?? redirecting();
      toasts.bad(failureOf(error, PLATFORMS[platform].name));
    }
    setSearch({}, { replace: true });
  }, [search, setSearch, toasts]);
}

/** The address need not name the platform while only one connects by redirect. */
const redirecting = () => PLATFORM_IDS.find((id) => PLATFORMS[id].connect === 'redirect') ?? PLATFORM_IDS[0];

function failureOf(error: string, platform: string): string {
  return error === NOT_LISTED
    ? `This ${platform} account is not on the list of test users who may use Segue. Ask the operator to add it, then connect again.`
    : `${platform} connection failed (${sentenceOf(error)})`;
}

function sentenceOf(error: string): string {
  if (error in ERRORS) return ERRORS[error as ErrorCode].message;
  return error.replaceAll('_', ' ').slice(0, 120);
}

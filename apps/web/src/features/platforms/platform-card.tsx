import { PLATFORMS, type PlatformId } from '@segue/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.js';
import { PlatformGlyph } from '../../components/platform-glyph.js';
import { webAddress } from '../../lib/browser.js';
import { messageOf } from '../../lib/api.js';
import { formatDate } from '../../lib/text.js';
import { platformProfileQuery, platformStatusQuery } from './api.js';
import { type Connecting, useRedirectConnect, useTokenConnect } from './use-connect.js';
import { useDisconnect } from './use-disconnect.js';

export function PlatformCard({ platform }: { platform: PlatformId }) {
  const { name } = PLATFORMS[platform];
  const { data: status, error, refetch } = useQuery(platformStatusQuery(platform));
  const usable = status?.connected === true && !status.reconnectRequired;
  const { data: profile } = useQuery({ ...platformProfileQuery(platform), enabled: usable });
  const avatar = webAddress(profile?.avatar);

  return (
    <section aria-label={name} className="flex flex-col rounded-3xl border border-line bg-surface p-6 shadow-card">
      <div className="flex items-center gap-3">
        <PlatformGlyph platform={platform} className="size-8" />
        <h2 className="text-xl">{name}</h2>
      </div>
      <div className="mt-6 flex min-h-14 items-center gap-4">
        {usable && avatar !== null && (
          <img
            src={avatar}
            alt=""
            width={56}
            height={56}
            referrerPolicy="no-referrer"
            className="size-14 rounded-full bg-sunken object-cover"
          />
        )}
        <div className="min-w-0">
          {usable && profile !== undefined && <p className="truncate font-semibold">{profile.display_name}</p>}
          {status === undefined ? (
            error === null && <div className="skeleton h-5 w-32" />
          ) : (
            <StatusLine usable={usable} reconnect={status.reconnectRequired} />
          )}
        </div>
      </div>
      {error !== null && (
        <p role="alert" className="text-sm text-danger">
          {messageOf(error, 'The connection could not be checked.')}
        </p>
      )}
      <p className="mt-3 text-sm text-muted sm:min-h-10">{status !== undefined && explain(platform, status)}</p>
      <div className="mt-5 flex flex-wrap gap-2">
        {error !== null && (
          <Button look="quiet" onClick={() => void refetch()}>
            Try again
          </Button>
        )}
        {status !== undefined && (!status.connected || status.reconnectRequired) && (
          <ConnectButton platform={platform} />
        )}
        {status !== undefined && (status.connected || status.reconnectRequired) && (
          <DisconnectButton platform={platform} />
        )}
      </div>
    </section>
  );
}

function StatusLine({ usable, reconnect }: { usable: boolean; reconnect: boolean }) {
  const [dot, text] = usable
    ? ['bg-good', 'Connected']
    : reconnect
      ? ['bg-warn', 'Reconnect needed']
      : ['bg-line-strong', 'Not connected'];
  return (
    <p className="flex items-center gap-2 text-sm font-medium">
      <span aria-hidden="true" className={`size-2 rounded-full ${dot}`} />
      {text}
    </p>
  );
}

function explain(
  platform: PlatformId,
  status: { connected: boolean; reconnectRequired: boolean; consentEndsAt: string | null },
) {
  const { name } = PLATFORMS[platform];
  if (status.reconnectRequired) return `${name} has ended the access you gave us. Connect it again to go on.`;
  if (!status.connected) return `You allow it on ${name} itself. Segue never sees your password there.`;
  if (status.consentEndsAt === null) return null;
  return `Connected until ${formatDate(status.consentEndsAt)}. We remind you before your permission ends.`;
}

function ConnectButton({ platform }: { platform: PlatformId }) {
  return PLATFORMS[platform].connect === 'redirect' ? (
    <RedirectButton platform={platform} />
  ) : (
    <TokenButton platform={platform} />
  );
}

function RedirectButton({ platform }: { platform: PlatformId }) {
  return <ConnectAction platform={platform} {...useRedirectConnect(platform)} />;
}

function TokenButton({ platform }: { platform: PlatformId }) {
  return <ConnectAction platform={platform} {...useTokenConnect(platform, true)} />;
}

function ConnectAction({ platform, connect, busy }: Connecting & { platform: PlatformId }) {
  return (
    <Button busy={busy} onClick={() => void connect()}>
      Connect<span className="sr-only"> {PLATFORMS[platform].name}</span>
    </Button>
  );
}

function DisconnectButton({ platform }: { platform: PlatformId }) {
  const { disconnect, busy } = useDisconnect(platform);
  return (
    <Button look="quiet" busy={busy} onClick={() => void disconnect()}>
      Disconnect<span className="sr-only"> {PLATFORMS[platform].name}</span>
    </Button>
  );
}

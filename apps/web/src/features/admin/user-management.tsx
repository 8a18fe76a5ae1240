import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { CircleDollarSign, Gift, type LucideIcon, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { PLATFORMS } from '@segue/contracts';
import { Button } from '../../components/button.js';
import { type AdminUser, USERS_PER_PAGE, usersQuery } from './api.js';
import { formatDateTime } from './format.js';
import { Panel, PanelEmpty, PanelFailure } from './panel.js';
import { ScrollArea } from './scroll-area.js';

/** All members, newest first, in pages, with a search by name or e-mail. */
export function UserManagement() {
  const [search, setSearch] = useState('');
  const [offset, setOffset] = useState(0);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...usersQuery(search, offset),
    placeholderData: keepPreviousData,
  });
  const find = (text: string) => {
    setSearch(text);
    setOffset(0);
  };

  return (
    <Panel title="User Management" actions={<UserSearch onSearch={find} />}>
      {data === undefined && error === null && (
        <p role="status" className="py-10 text-center text-sm text-muted">
          Loading users...
        </p>
      )}
      {error !== null && (
        <PanelFailure error={error} fallback="The members could not be loaded." onRetry={() => void refetch()} />
      )}
      {data !== undefined && error === null && (
        <>
          {data.length === 0 ? (
            <PanelEmpty>{search === '' ? 'No users yet.' : 'No user fits this search.'}</PanelEmpty>
          ) : (
            <UserTable users={data.slice(0, USERS_PER_PAGE)} />
          )}
          <Pages
            offset={offset}
            shown={Math.min(data.length, USERS_PER_PAGE)}
            more={data.length > USERS_PER_PAGE}
            busy={isPlaceholderData}
            onTurn={setOffset}
          />
        </>
      )}
    </Panel>
  );
}

function UserSearch({ onSearch }: { onSearch: (text: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('search') ?? '').trim());
  };
  return (
    <form role="search" onSubmit={submit} className="flex w-full gap-2 sm:w-auto">
      <input
        type="search"
        name="search"
        aria-label="Search users"
        placeholder="Name or e-mail"
        maxLength={254}
        className="min-h-9 w-full min-w-0 rounded-full border border-line-strong bg-surface px-4 text-sm placeholder:text-muted sm:w-60"
      />
      <Button type="submit" look="quiet" size="small" className="min-h-9">
        Search
      </Button>
    </form>
  );
}

const COLUMNS = [
  'Name',
  'Email',
  'Subscription',
  'Admin',
  'Created',
  'Last Login',
  'Last Active',
  'Last Playlist Update',
  'Created Playlists',
];

function UserTable({ users }: { users: readonly AdminUser[] }) {
  return (
    <ScrollArea label="Users">
      <table className="w-full text-sm">
        <thead className="text-left text-muted">
          <tr className="border-b border-line">
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className="py-2 pr-6 font-medium whitespace-nowrap last:pr-0">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user._id} className="border-b border-line align-top last:border-0">
              <th scope="row" className="max-w-56 min-w-36 py-2.5 pr-6 text-left font-medium break-words">
                {user.name}
              </th>
              <td className="max-w-72 truncate py-2.5 pr-6" title={user.email}>
                {user.email}
              </td>
              <td className="py-2.5 pr-6">
                <SubscriptionLabel status={user.subscriptionStatus} />
              </td>
              <td className="py-2.5 pr-6">{user.isAdmin ? 'Yes' : 'No'}</td>
              <td className="py-2.5 pr-6 whitespace-nowrap">{formatDateTime(user.createdAt)}</td>
              <td className="py-2.5 pr-6 whitespace-nowrap">{formatDateTime(user.lastLogin)}</td>
              <td className="py-2.5 pr-6 whitespace-nowrap">{formatDateTime(user.lastActive)}</td>
              <td className="max-w-64 min-w-48 py-2.5 pr-6">
                <LastUpdate update={user.lastPlaylistUpdate} />
              </td>
              <td className="py-2.5 text-right tabular-nums">{user.createdPlaylists.length}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}

interface Look {
  Icon: LucideIcon;
  title: string;
  colour: string;
}
const FREE: Look = { Icon: Gift, title: 'Free', colour: 'text-muted' };
const SUBSCRIPTIONS: Record<string, Look> = {
  active: { Icon: CircleDollarSign, title: 'Premium', colour: 'text-good' },
  canceled: { Icon: X, title: 'Ended', colour: 'text-danger' },
};

function SubscriptionLabel({ status }: { status: string | undefined }) {
  const { Icon, title, colour } = SUBSCRIPTIONS[status ?? ''] ?? FREE;
  const text = status === undefined || status === '' ? 'none' : status;
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <Icon role="img" aria-label={title} className={`size-4 ${colour}`} />
      {text.charAt(0).toUpperCase() + text.slice(1)}
    </span>
  );
}

function LastUpdate({ update }: { update: AdminUser['lastPlaylistUpdate'] }) {
  if (update === null) return '–';
  return (
    <>
      <span className="block break-words" title={update.targetPlaylistId}>
        {update.targetPlaylistName}
      </span>
      <span className="block text-muted">
        {PLATFORMS[update.targetPlatform]?.name ?? update.targetPlatform}, {formatDateTime(update.updatedAt)}
      </span>
    </>
  );
}

interface PagesProps {
  offset: number;
  shown: number;
  more: boolean;
  busy: boolean;
  onTurn: (offset: number) => void;
}

function Pages({ offset, shown, more, busy, onTurn }: PagesProps) {
  if (offset === 0 && !more) return null;
  return (
    <nav aria-label="Pages of users" className="mt-4 flex items-center justify-between gap-3 text-sm text-muted">
      <span role="status" className="tabular-nums">
        {shown > 0 && `${(offset + 1).toLocaleString('en-US')} to ${(offset + shown).toLocaleString('en-US')}`}
      </span>
      <span className="flex gap-2">
        <Button
          look="quiet"
          size="small"
          disabled={offset === 0 || busy}
          onClick={() => onTurn(Math.max(0, offset - USERS_PER_PAGE))}
        >
          Newer
        </Button>
        <Button look="quiet" size="small" disabled={!more || busy} onClick={() => onTurn(offset + USERS_PER_PAGE)}>
          Older
        </Button>
      </span>
    </nav>
  );
}

import { Injectable } from '@nestjs/common';
import type { AdminUser, listUsers, QueryOf } from '@segue/contracts';
import type { z } from 'zod';
import { DataSource, type FindOptionsWhere, ILike, In, IsNull, Not } from 'typeorm';
import { CreatedPlaylist, Member } from './member.entity.js';

@Injectable()
export class MembersService {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest members first; `search` fits any part of a name or an e-mail address. */
  async list({ search, offset, limit }: QueryOf<typeof listUsers>): Promise<Array<z.input<typeof AdminUser>>> {
    const members = await this.dataSource.getRepository(Member).find({
      where: found(search),
      order: { createdAt: 'DESC', id: 'ASC' },
      skip: offset,
      take: limit,
    });
    return this.withPlaylists(members);
  }

  /** What `list` shows of one member; null for one whose registration has not been heard of. */
  async find(id: string): Promise<z.input<typeof AdminUser> | null> {
    const members = await this.dataSource.getRepository(Member).findBy({ id, createdAt: Not(IsNull()) });
    return (await this.withPlaylists(members))[0] ?? null;
  }

  private async withPlaylists(members: readonly Member[]): Promise<Array<z.input<typeof AdminUser>>> {
    const ofThem = { userId: In(members.map(({ id }) => id)) };
    const playlists = groupByMember(await this.dataSource.getRepository(CreatedPlaylist).findBy(ofThem));
    return members.map((member) => ({
      _id: member.id,
      name: member.name,
      email: member.email,
      isAdmin: member.isAdmin,
      createdAt: member.createdAt.toISOString(),
      lastLogin: member.lastLogin?.toISOString() ?? null,
      lastActive: member.lastActive?.toISOString() ?? null,
      subscriptionStatus: member.subscriptionStatus,
      lastPlaylistUpdate: member.lastPlaylistUpdate,
      createdPlaylists: (playlists.get(member.id) ?? []).map(({ id, name, platform }) => ({ id, name, platform })),
    }));
  }
}

/** Members whose registration was heard, and of these the ones that were looked for. */
function found(search: string): FindOptionsWhere<Member> | FindOptionsWhere<Member>[] {
  const registered = { createdAt: Not(IsNull()) };
  if (search === '') return registered;
  const part = ILike(`%${search.replace(/[\\%_]/g, '\\$&')}%`);
  return [
    { ...registered, name: part },
    { ...registered, email: part },
  ];
}

function groupByMember(playlists: readonly CreatedPlaylist[]): Map<string, CreatedPlaylist[]> {
  const groups = new Map<string, CreatedPlaylist[]>();
  for (const playlist of playlists) {
    const group = groups.get(playlist.userId);
    if (group) group.push(playlist);
    else groups.set(playlist.userId, [playlist]);
  }
  return groups;
}

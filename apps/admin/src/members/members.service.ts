import { Injectable } from '@nestjs/common';
import type { AdminUser } from '@segue/contracts';
import type { z } from 'zod';
import { DataSource, IsNull, Not } from 'typeorm';
import { CreatedPlaylist, Member } from './member.entity.js';

@Injectable()
export class MembersService {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest members first. */
  async list(): Promise<Array<z.input<typeof AdminUser>>> {
    const members = await this.dataSource.getRepository(Member).find({
      where: { createdAt: Not(IsNull()) },
      order: { createdAt: 'DESC' },
    });
    const playlists = groupByMember(await this.dataSource.getRepository(CreatedPlaylist).find());
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

function groupByMember(playlists: readonly CreatedPlaylist[]): Map<string, CreatedPlaylist[]> {
  const groups = new Map<string, CreatedPlaylist[]>();
  for (const playlist of playlists) groups.set(playlist.userId, [...(groups.get(playlist.userId) ?? []), playlist]);
  return groups;
}

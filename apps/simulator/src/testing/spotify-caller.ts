import { spotifyContract } from '@segue/testing';
import { type Answer, type Call, type TestBench } from './a-simulator.js';

/** What tests read of Spotify's answers, all shapes in one. */
export interface SpotifyBody {
  id: string;
  name: string;
  snapshot_id: string;
  public: boolean;
  images: unknown[] | null;
  total: number;
  next: string | null;
  items: SpotifyEntry[] & { total?: number; items?: SpotifyEntry[] };
  tracks: { total: number; items: SpotifyTrack[] };
  error: { status: number; message: string };
}

export interface SpotifyEntry {
  id: string;
  name: string;
  images: unknown[] | null;
  is_local: boolean;
  item?: SpotifyTrack | null;
  track?: SpotifyTrack | null;
}

export interface SpotifyTrack {
  id: string | null;
  name: string;
  uri: string;
  type: string;
  track?: boolean;
  is_playable?: boolean;
  external_ids?: { isrc?: string };
  restrictions?: { reason: string };
}

const CONTRACTS = {
  development: spotifyContract({ quotaMode: 'development' }),
  extended: spotifyContract({ quotaMode: 'extended' }),
};

/** Calls the Web API and holds every answer to Spotify's own description of it. */
export function spotifyCaller(bench: TestBench, accessToken: string) {
  return async (path: string, call: Omit<Call, 'path'> = {}): Promise<Answer<SpotifyBody>> => {
    const answer = await bench.call<SpotifyBody>({
      ...call,
      path: `/spotify/api/v1${path}`,
      headers: { ...(accessToken ? { authorization: `Bearer ${accessToken}` } : {}), ...call.headers },
    });
    const contract = CONTRACTS[bench.simulator.world.controls.switches.spotifyQuotaMode];
    const { status, body } = answer;
    expect(contract.validateResponse({ method: call.method ?? 'GET', path, status, body })).toEqual([]);
    return answer;
  };
}

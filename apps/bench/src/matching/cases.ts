import { chooseRecording, type MatchableTrack } from '@segue/matching';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** One line of a file in the format of `libs/matching/data/README.md`. */
export interface BenchmarkCase {
  id: string;
  family: string;
  source: MatchableTrack;
  candidates: Array<MatchableTrack & { id: string }>;
  /** Ids of the candidates that are acceptable; empty: nothing offered is right. */
  right: string[];
}

/** What the format leaves out about a release: not known. */
const RELEASE = { playable: null, albumType: null, discNumber: null, trackNumber: null, releaseDate: null };

/** Reads `.jsonl` and `.jsonl.gz`. */
export function readCases(file: string): BenchmarkCase[] {
  const content = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(content) : content).toString('utf8');
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => JSON.parse(line) as BenchmarkCase);
}

/** The candidate the product would write for the source, or null: the very call the sync service makes. */
export function answerOf({ source, candidates }: BenchmarkCase): string | null {
  const { chosen } = chooseRecording(
    source,
    candidates.map((candidate) => ({ ...candidate, ...RELEASE })),
  );
  return chosen?.id ?? null;
}

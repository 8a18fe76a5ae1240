import { aTrack } from '../../testing/builders.js';
import { failedLookup, forgetFailed, readFailedTracks, rememberFailed } from './failed-tracks.js';

describe('the list of failed tracks', () => {
  afterEach(() => localStorage.clear());

  it('remembers isrc, name and artist, once each, for the platform they failed at', () => {
    rememberFailed('apple', [aTrack(1)]);
    rememberFailed('apple', [aTrack(1), aTrack(2, { isrc: null })]);
    expect(readFailedTracks()).toMatchObject([
      { isrc: 'QZABC2400001', name: 'Song 1', artist: 'Mira' },
      { isrc: null, name: 'Song 2', artist: 'Mira' },
    ]);
    expect(failedLookup('apple')(aTrack(2, { isrc: null }))).toBe(true);
    expect(failedLookup('spotify')(aTrack(1))).toBe(false);
  });

  it('forgets a track that is to be tried again', () => {
    rememberFailed('apple', [aTrack(1)]);
    forgetFailed('apple', aTrack(1));
    expect(readFailedTracks()).toEqual([]);
  });

  it('survives what others wrote in its place', () => {
    localStorage.setItem('failedTracks', '[1, {"isrc": 2}, null]');
    expect(readFailedTracks()).toEqual([]);
  });
});

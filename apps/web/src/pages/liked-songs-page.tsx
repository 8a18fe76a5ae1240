export function LikedSongsPage() {
  return null;
}

export function LegalNoticePage() {
  return null;
}

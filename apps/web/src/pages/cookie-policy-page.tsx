export function CookiePolicyPage() {
  return null;
}

/** Stops what `jest.database.mjs` started. */
export default async function stopTestPostgres() {
  await globalThis.stopTestPostgres();
}

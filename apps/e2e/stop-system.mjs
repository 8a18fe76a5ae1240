export default async function stopSystemForTests() {
  await globalThis.stopSystemForTests();
}

export default async function stopSystemForTests() {
  await globalThis.systemForTests.stop();
}

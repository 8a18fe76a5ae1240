declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

// Zod reads its settings from here, whenever it comes (colinhacks/zod#5889). By itself it would try whether it may write
// code at run time, and the content security policy answers that with a report.
globalThis.__zod_globalConfig = { jitless: true };

export {};

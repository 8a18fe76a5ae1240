const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

/** Leaves a project's counts beside its sources, from which `npm test` adds up its closing line. */
module.exports = class CountReporter {
  /** @param file for a project that runs more than once. */
  constructor(globalConfig, { file = '.test-results.json' } = {}) {
    this.path = join(globalConfig.rootDir, file);
  }

  onRunComplete(_contexts, results) {
    const { numPassedTests: passed, numFailedTests: failed, numPendingTests: skipped } = results;
    const counts = { passed, failed: failed + results.numRuntimeErrorTestSuites, skipped };
    writeFileSync(this.path, JSON.stringify(counts));
  }
};

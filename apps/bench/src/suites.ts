import { callsSuite } from './calls/calls.suite.js';
import { compareSuite } from './compare/compare.suite.js';
import { lighthouseSuite } from './lighthouse/lighthouse.suite.js';
import { loadSuite } from './load/load.suite.js';
import { matchingSuite } from './matching/matching.suite.js';
import type { Suite } from './suite.js';

/** In the order they run. A new suite is one line here. */
export const SUITES: readonly Suite[] = [matchingSuite, callsSuite, compareSuite, lighthouseSuite, loadSuite];

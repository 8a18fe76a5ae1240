import { node } from '../../jest.preset.mjs';

export default {
  ...node,
  displayName: 'simulator',
  // Reading the catalogue takes seconds while the other core is busy.
  testTimeout: 20_000,
  // What `app.inject` reads cookies with and what packs covers are ES modules only; Jest runs CommonJS, so SWC turns them.
  transformIgnorePatterns: node.transformIgnorePatterns.map((pattern) =>
    pattern.replace('(?!(', '(?!(cookie|fast-png|iobuffer|'),
  ),
};

import { node } from '../../jest.preset.mjs';

export default {
  ...node,
  displayName: 'simulator',
  // Reading the catalogue takes seconds while the other core is busy.
  testTimeout: 20_000,
  // `app.inject` reads cookies with a package that is an ES module only; Jest runs CommonJS, so SWC turns it too.
  transformIgnorePatterns: node.transformIgnorePatterns.map((pattern) => pattern.replace('(?!(', '(?!(cookie|')),
};

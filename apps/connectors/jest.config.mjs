import { nodeWithDatabase } from '../../jest.preset.mjs';

// Fastify's `inject` parses cookies with a package that is an ES module only.
const transformIgnorePatterns = nodeWithDatabase.transformIgnorePatterns.map((pattern) =>
  pattern.replace('(?!(', '(?!(cookie|'),
);

export default { ...nodeWithDatabase, transformIgnorePatterns, displayName: 'connectors' };

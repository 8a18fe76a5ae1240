export * from './clock.js';
export * from './database.js';
export * from './eventually.js';
export * from './mail-catcher.js';
export * from './simulator.js';
export * from './spotify-contract.js';
export * from './stripe-contract.js';
export * from './test-tokens.js';

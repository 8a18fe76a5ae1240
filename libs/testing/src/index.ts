export * from './simulator.js';
export * from './spotify-contract.js';

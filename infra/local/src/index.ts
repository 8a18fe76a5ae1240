export * from './embedded-postgres.js';
export * from './kept-postgres.js';
export * from './ports.js';
export * from './provision.js';
export * from './settings.js';
export * from './system.js';
export * from './temporary-system.js';

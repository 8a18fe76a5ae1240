export * from './clock.js';
export * from './database.js';

/** One file per platform, by its id: a new platform brings its own. */
export default import.meta.glob<string>('../assets/platforms/*.svg', { eager: true, import: 'default', query: '?raw' });

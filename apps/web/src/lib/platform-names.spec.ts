import { PLATFORMS } from '@segue/contracts';
import { PLATFORM_NAMES } from './platform-names.js';

it('names the platforms as the contract does', () => {
  const names = Object.fromEntries(Object.entries(PLATFORMS).map(([id, { name }]) => [id, name]));
  expect(PLATFORM_NAMES).toEqual(names);
});

import { limitConcurrency } from './limit-concurrency.js';

it('runs no more than the limit at a time, and all in the end', async () => {
  const inTurn = limitConcurrency(2);
  let running = 0;
  let most = 0;
  const task = async () => {
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    return 1;
  };
  const results = await Promise.all(Array.from({ length: 7 }, () => inTurn(task)));
  expect(results).toHaveLength(7);
  expect(most).toBe(2);
});

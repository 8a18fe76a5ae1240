import { LRUCache } from 'lru-cache';

/** Short-lived copies of things that can be read again. Losing one costs a read, never a fact. */
export interface Cache {
  get<T>(key: string): Promise<T | undefined>;
  /** @param lifeMs how long the copy may be used, in ms. */
  set<T>(key: string, value: T, lifeMs: number): Promise<void>;
  delete(key: string): Promise<void>;
}

const MAX_ENTRIES = 2000;

/** For one process alone; replicas that must agree share a Redis instead. */
export class InProcessCache implements Cache {
  private readonly entries = new LRUCache<string, { value: unknown }>({ max: MAX_ENTRIES });

  async get<T>(key: string): Promise<T | undefined> {
    return this.entries.get(key)?.value as T | undefined;
  }

  async set<T>(key: string, value: T, lifeMs: number): Promise<void> {
    this.entries.set(key, { value }, { ttl: lifeMs });
  }

  async delete(key: string): Promise<void> {
    this.entries.delete(key);
  }
}

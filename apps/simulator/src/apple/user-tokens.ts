import { type Chance } from '../chance.js';

export interface UserTokenGrant {
  listener: string;
  issuedAtMs: number;
}

/** Music user tokens: opaque, never refreshed, dead after about half a year or when the listener revokes them. */
export class UserTokens {
  private readonly grants = new Map<string, UserTokenGrant>();

  issue(listener: string, nowMs: number, chance: Chance): string {
    const token = `0.${chance.token(160)}`;
    this.grants.set(token, { listener, issuedAtMs: nowMs });
    return token;
  }

  find(token: string): UserTokenGrant | undefined {
    return this.grants.get(token);
  }

  drop(token: string): void {
    this.grants.delete(token);
  }

  revoke(listener: string): void {
    for (const [token, grant] of this.grants) if (grant.listener === listener) this.grants.delete(token);
  }

  toState(): [string, UserTokenGrant][] {
    return [...this.grants];
  }

  restore(state: [string, UserTokenGrant][]): void {
    for (const [token, grant] of state) this.grants.set(token, grant);
  }
}

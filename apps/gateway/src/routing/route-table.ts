import { type Endpoint, PLATFORM_IDS, ROUTES } from '@segue/contracts';
import FindMyWay, { type HTTPMethod } from 'find-my-way';

const METHODS = ['GET', 'POST', 'DELETE'] as const satisfies HTTPMethod[];

export type Found = { endpoint: Endpoint } | { allow: string[] } | null;

/** The public routes of the contract, found by method and path. */
export class RouteTable {
  private readonly router = FindMyWay({ maxParamLength: 1024 });

  constructor(routes: readonly Endpoint[] = Object.values(ROUTES)) {
    for (const endpoint of routes) {
      if (!endpoint.path.startsWith('/api/')) continue;
      this.router.on(endpoint.method, narrowed(endpoint.path), () => undefined, endpoint);
    }
  }

  /** The endpoint, or the methods its path answers to, or null when there is no such path. */
  find(method: string, path: string): Found {
    const exact = this.lookUp(method as HTTPMethod, path);
    if (exact) return { endpoint: exact };
    const allow = METHODS.filter((other) => this.lookUp(other, path));
    return allow.length > 0 ? { allow } : null;
  }

  private lookUp(method: HTTPMethod, path: string): Endpoint | undefined {
    return this.router.find(method, path)?.store as Endpoint | undefined;
  }
}

/** Only platforms there are fill `:platform`; `/api/auth/login` must not be taken for a platform named "auth". */
const narrowed = (path: string): string => path.replace(':platform', `:platform(^(?:${PLATFORM_IDS.join('|')})$)`);

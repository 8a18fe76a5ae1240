import { CanActivate, ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { Endpoint } from '@segue/contracts';
import { AppError } from '../app-error.js';
import { ENDPOINT, OPEN } from '../http/route.js';
import type { AuthenticatedRequest, SessionUser } from '../http/user.decorator.js';
import { SERVICE_TOKEN_HEADER, ServiceTokens } from './service-token.js';

/** Asks auth whether a member is an administrator now; the token's flag is only a hint. */
export abstract class AdminStanding {
  abstract isAdmin(userId: string): Promise<boolean>;
}

/** Passport's guard with our error instead of its own. */
@Injectable()
class AccessTokenGuard extends AuthGuard('access-token') {
  override handleRequest<TUser>(error: unknown, user: TUser): TUser {
    if (error instanceof AppError) throw error;
    if (!user) throw new AppError('unauthenticated', {}, { cause: error });
    return user;
  }
}

/** Guards every route by the access its contract names. What has no contract and is not marked open is refused. */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly accessToken = new AccessTokenGuard();

  constructor(
    private readonly reflector: Reflector,
    @Inject(ServiceTokens) private readonly serviceTokens: ServiceTokens,
    @Inject(AdminStanding) private readonly adminStanding: AdminStanding,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const endpoint = this.reflector.get<Endpoint | undefined>(ENDPOINT, context.getHandler());
    if (!endpoint) return this.reflector.get<boolean | undefined>(OPEN, context.getHandler()) === true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    switch (endpoint.access) {
      case 'public':
        return true;
      case 'service':
        return this.admitService(request);
      case 'member':
        return this.admitMember(context);
      case 'admin':
        return (await this.admitMember(context)) && this.admitAdmin(request);
    }
  }

  private async admitMember(context: ExecutionContext): Promise<boolean> {
    return (await this.accessToken.canActivate(context)) === true;
  }

  private async admitAdmin(request: AuthenticatedRequest): Promise<boolean> {
    const user = request.user as SessionUser;
    if (!(await this.adminStanding.isAdmin(user._id))) throw new AppError('forbidden', { userId: user._id });
    return true;
  }

  private async admitService(request: AuthenticatedRequest): Promise<boolean> {
    const token = request.headers[SERVICE_TOKEN_HEADER];
    if (typeof token !== 'string') throw new AppError('unauthenticated');
    try {
      const { userId } = await this.serviceTokens.verify(token);
      if (userId !== null) request.user = { _id: userId };
      return true;
    } catch (cause) {
      throw new AppError('unauthenticated', {}, { cause });
    }
  }
}

import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import {
  type BodyOf,
  type ParamsOf,
  platformCallback,
  platformConnect,
  platformDisconnect,
  platformLogin,
  platformProfile,
  platformStatus,
  platformToken,
  type QueryOf,
} from '@segue/contracts';
import { type ActingUser, Route, User } from '@segue/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { APP_ADDRESS } from '../app-address.js';
import { browserCookieFor, clearCookie, readCookie, setCookie } from './browser-cookie.js';
import { ConnectionsService } from './connections.service.js';

@Controller()
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionsService,
    @Inject(APP_ADDRESS) private readonly appUrl: string,
  ) {}

  @Route(platformStatus)
  status(@User() user: ActingUser, @Param() { platform }: ParamsOf<typeof platformStatus>) {
    return this.connections.status(user, platform);
  }

  @Route(platformProfile)
  profile(@User() user: ActingUser, @Param() { platform }: ParamsOf<typeof platformProfile>) {
    return this.connections.profile(user, platform);
  }

  @Route(platformLogin)
  async login(
    @User() user: ActingUser,
    @Param() { platform }: ParamsOf<typeof platformLogin>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { url, browserSecret } = await this.connections.login(user, platform);
    void reply.header('set-cookie', setCookie(browserCookieFor(this.appUrl), browserSecret));
    return { url };
  }

  /** Answers by itself: a browser is sent on, to our own address and nowhere else. */
  @Route(platformCallback)
  async callback(
    @Param() { platform }: ParamsOf<typeof platformCallback>,
    @Query() query: QueryOf<typeof platformCallback>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<undefined> {
    const cookie = browserCookieFor(this.appUrl);
    const failure = await this.connections.callback(platform, query, readCookie(cookie, request.headers.cookie));
    const result = failure === null ? `connected=${platform}` : `error=${failure}`;
    void reply
      .header('set-cookie', clearCookie(cookie))
      // The address of this page holds the code; nobody else gets to see it.
      .header('referrer-policy', 'no-referrer')
      .redirect(`${this.appUrl}/platforms?${result}`, 302);
    return undefined;
  }

  @Route(platformToken)
  token(@Param() { platform }: ParamsOf<typeof platformToken>) {
    return this.connections.developerToken(platform, new URL(this.appUrl).origin);
  }

  @Route(platformConnect)
  connect(
    @User() user: ActingUser,
    @Param() { platform }: ParamsOf<typeof platformConnect>,
    @Body() { userToken }: BodyOf<typeof platformConnect>,
  ) {
    return this.connections.connect(user, platform, userToken);
  }

  @Route(platformDisconnect)
  disconnect(@User() user: ActingUser, @Param() { platform }: ParamsOf<typeof platformDisconnect>) {
    return this.connections.disconnect(user, platform);
  }
}

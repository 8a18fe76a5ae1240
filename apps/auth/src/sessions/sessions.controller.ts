import { Controller } from '@nestjs/common';
import { endedSessions, jwks } from '@segue/contracts';
import { EndedSessionsSource, Route } from '@segue/service';
import { TokenKeys } from './token-keys.js';

@Controller()
export class SessionsController {
  constructor(
    private readonly endedSessions: EndedSessionsSource,
    private readonly keys: TokenKeys,
  ) {}

  @Route(jwks)
  jwks() {
    return this.keys.toJwks();
  }

  @Route(endedSessions)
  async ended() {
    return { sessions: await this.endedSessions.read() };
  }
}

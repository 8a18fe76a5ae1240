import { Controller, Param, type Type } from '@nestjs/common';
import { OPERATIONS, type ParamsOf, type ServiceName } from '@segue/contracts';
import { Route } from '../http/route.js';
import { OperationsService } from './operations.service.js';

/** The routes by which admin asks `service` about itself; their paths carry its name, so each has its own class. */
export function operationsControllerOf(service: ServiceName): Type {
  const { serviceState, recentLogs, replayDeadLetter } = OPERATIONS[service];

  @Controller()
  class OperationsController {
    constructor(private readonly operations: OperationsService) {}

    @Route(serviceState)
    state() {
      return this.operations.state();
    }

    @Route(recentLogs)
    logs() {
      return this.operations.logs();
    }

    @Route(replayDeadLetter)
    replay(@Param() { id }: ParamsOf<typeof replayDeadLetter>) {
      return this.operations.replay(id);
    }
  }
  return OperationsController;
}

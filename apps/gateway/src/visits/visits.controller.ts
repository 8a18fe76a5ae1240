import { Body, Controller, Req } from '@nestjs/common';
import { type BodyOf, recordVisit } from '@segue/contracts';
import { Route } from '@segue/service';
import type { FastifyRequest } from 'fastify';
import { VisitsService } from './visits.service.js';

@Controller()
export class VisitsController {
  constructor(private readonly visits: VisitsService) {}

  @Route(recordVisit)
  async record(@Body() { path }: BodyOf<typeof recordVisit>, @Req() request: FastifyRequest) {
    return { recorded: await this.visits.record(path, request) };
  }
}

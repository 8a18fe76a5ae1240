import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AccountsService } from './accounts.service.js';

const DEMO_ACCOUNTS = [
  { name: 'Demo Admin', email: 'admin@segue.test', isAdmin: true },
  { name: 'Demo Free', email: 'free@segue.test', isAdmin: false },
  { name: 'Demo Premium', email: 'premium@segue.test', isAdmin: false },
];

/** The accounts `npm start` prints. Only provided in simulator mode. */
@Injectable()
export class DemoAccounts implements OnApplicationBootstrap {
  constructor(
    private readonly accounts: AccountsService,
    private readonly password: string,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    for (const account of DEMO_ACCOUNTS) await this.accounts.ensure({ ...account, password: this.password });
  }
}

#!/usr/bin/env node
// Run where a service runs, with its environment: `node libs/service/bin/parked-events.mjs list billing`.
import { runParkedEventsCommand } from '@segue/service';

runParkedEventsCommand(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});

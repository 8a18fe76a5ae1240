// Prepares a PostgreSQL server for Segue; see the variables in .env.example.
import { runProvisionCommand } from '../dist/provision-command.js';

runProvisionCommand(process.env).catch((error) => {
  process.stderr.write(`The database could not be prepared: ${error.message}\n`);
  process.exitCode = 1;
});

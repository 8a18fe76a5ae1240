import { readSettings } from './settings.js';
import { startSystem } from './system.js';

const DEMO_ACCOUNTS = ['admin@segue.test', 'free@segue.test', 'premium@segue.test'];

/** What `npm start` does once everything is installed and built. */
async function main(): Promise<void> {
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const settings = readSettings(process.cwd(), process.env);
  let asked = false;
  const [, , option, ...names] = process.argv;
  const system = startSystem(settings, { say, watched: option === '--watch' ? names : [] });
  const stop = () => {
    if (asked) return;
    asked = true;
    say('Stopping ...');
    void system
      .then((running) => running.stop())
      .catch(() => undefined)
      .finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const { url, simulatorUrl } = await system;
  say(`Segue is ready at ${url}`);
  if (!simulatorUrl) return;
  say(`  Sign in as ${DEMO_ACCOUNTS.join(', ')} with the password ${settings.demoPassword}, or register.`);
  say(`  The platforms are simulated at ${simulatorUrl} (mail: ${simulatorUrl}/mail).`);
}

main().catch((error: unknown) => {
  process.stderr.write(`Segue could not start. ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});

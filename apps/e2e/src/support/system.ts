const read = (name: string): string => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: these tests run through "nx test e2e", which starts the system.`);
  return value;
};

/** Where the system under test answers. */
export const appUrl = (): string => read('SEGUE_E2E_URL');
export const simulatorUrl = (): string => read('SEGUE_E2E_SIMULATOR_URL');

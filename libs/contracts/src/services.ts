/** Our services in the order of the law "calls go left, events go right". The gateway stands before them all. */
export const SERVICES = ['auth', 'billing', 'connectors', 'sync', 'admin'] as const;
export type ServiceName = (typeof SERVICES)[number] | 'gateway';

/** A service listens on the public port plus this. */
export const portOffsetOf = (service: ServiceName): number =>
  service === 'gateway' ? 0 : SERVICES.indexOf(service) + 1;
/** The simulator's web address is the public port plus this; its SMTP port plus `SIMULATOR_SMTP_PORT_OFFSET`. */
export const SIMULATOR_PORT_OFFSET = 100;
export const SIMULATOR_SMTP_PORT_OFFSET = 125;
/** The embedded PostgreSQL listens on the public port plus this. */
export const DATABASE_PORT_OFFSET = 132;

/** The address people use, without a trailing slash. */
export const APP_ADDRESS = Symbol('APP_ADDRESS');

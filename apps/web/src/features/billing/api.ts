import { createCheckoutSession, customerPortal } from '@segue/contracts';
import { call } from '../../lib/api.js';

export const startCheckout = (email: string) => call(createCheckoutSession, { body: { email } });
export const openPortal = () => call(customerPortal);

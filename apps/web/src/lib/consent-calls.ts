import { storeConsent } from '@segue/contracts';
import { call } from './api.js';
import type { Consent } from './consent.js';

export const sendConsent = (consent: Consent) => call(storeConsent, { body: consent, keepalive: true });

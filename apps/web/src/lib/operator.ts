import type { Operator } from '@segue/contracts';
import { createContext, use } from 'react';

/** What a page built into files says instead: the gateway fills it in. */
export const OPERATOR_TOKENS: Operator = {
  name: '%OPERATOR_NAME%',
  address: '%OPERATOR_ADDRESS%',
  email: '%OPERATOR_EMAIL%',
  instagramUrl: '%OPERATOR_INSTAGRAM_URL%',
  tiktokUrl: '%OPERATOR_TIKTOK_URL%',
};

/** Where no gateway has filled anything in: the development server of the web app alone. */
const NEUTRAL: Operator = {
  name: 'The operator of this installation',
  address: 'Postal address not stated yet',
  email: 'operator@segue.test',
  instagramUrl: 'https://www.instagram.com/',
  tiktokUrl: 'https://www.tiktok.com/',
};

export const OperatorContext = createContext<Operator | null>(null);

let stated: Operator | undefined;

/** As the gateway wrote it into the page's head. */
function readStated(): Operator {
  try {
    const content = document.querySelector('meta[name="operator"]')?.getAttribute('content') ?? '';
    return { ...NEUTRAL, ...(JSON.parse(content) as Partial<Operator>) };
  } catch {
    return NEUTRAL;
  }
}

export const useOperator = (): Operator => use(OperatorContext) ?? (stated ??= readStated());

import { parse } from 'qs';
import { z } from 'zod';
import { stripeFailure } from './failures.js';

/** Reads a form or query with brackets (`line_items[0][price]=...`) by a strict schema; throws Stripe's refusals. */
export function readForm<Schema extends z.ZodType>(schema: Schema, encoded: string): z.output<Schema> {
  const result = schema.safeParse(parse(encoded, { depth: 10 }));
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, issue.keys[0] ?? '']);
    throw stripeFailure(400, `Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = nameOf(issue?.path ?? []);
  const isMissing = issue?.code === 'invalid_type' && issue.message.includes('undefined');
  if (isMissing) throw stripeFailure(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
  throw stripeFailure(400, `Invalid ${param}: ${issue?.message ?? 'malformed'}`, { param });
}

/** `line_items[0][price]`. */
const nameOf = ([first, ...rest]: PropertyKey[]): string =>
  `${String(first ?? '')}${rest.map((part) => `[${String(part)}]`).join('')}`;

export const Metadata = z.record(z.string().max(40), z.string().max(500)).default({});
/** Numbers and flags as a form writes them. */
export const Flag = z.enum(['true', 'false']).transform((text) => text === 'true');
export const Count = z.coerce.number().int().positive();

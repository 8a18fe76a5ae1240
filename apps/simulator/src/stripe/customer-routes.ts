import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type CustomerRow, type StripeAccount } from './account.js';
import { deleteCustomer } from './billing.js';
import { encodedParams, type StripeContext, write } from './context.js';
import { noSuch } from './failures.js';
import { Metadata, readForm } from './forms.js';
import { customerShape, deletedCustomerShape } from './shapes.js';

const Email = z.string().max(512).includes('@', { message: 'not an e-mail address' });
const CreateCustomer = z.strictObject({ email: Email.optional(), name: z.string().optional(), metadata: Metadata });
const UpdateCustomer = CreateCustomer.partial().extend({ metadata: z.record(z.string(), z.string()).optional() });

export const idOf = (request: FastifyRequest): string => (request.params as { id: string }).id;

/** @throws `resource_missing` also for a deleted one, which only a plain read still shows. */
export function findCustomer(account: StripeAccount, id: string, param = 'id', status = 404): CustomerRow {
  const found = account.customer(id);
  if (!found) throw noSuch('customer', id, param, status);
  return found;
}

export function customerRoutes(scope: FastifyInstance, context: StripeContext): void {
  scope.post(
    '/customers',
    write(context, (account, request) => {
      const { email, name, metadata } = readForm(CreateCustomer, encodedParams(request));
      const row: CustomerRow = {
        ...{ id: account.newId('cus', 14), email: email ?? null, name: name ?? null, metadata },
        ...{ created: account.now(), deleted: false, card: null },
      };
      account.customers.set(row.id, row);
      return customerShape(row);
    }),
  );

  scope.get('/customers/:id', (request) => {
    const row = context.world.stripe.customers.get(idOf(request));
    if (!row) throw noSuch('customer', idOf(request), 'id');
    return row.deleted ? deletedCustomerShape(row.id) : customerShape(row);
  });

  scope.post(
    '/customers/:id',
    write(context, (account, request) => {
      const row = findCustomer(account, idOf(request));
      const { metadata = {}, ...changes } = readForm(UpdateCustomer, encodedParams(request));
      Object.assign(row, changes, { metadata: { ...row.metadata, ...metadata } });
      return customerShape(row);
    }),
  );

  scope.delete(
    '/customers/:id',
    write(context, (account, request) => {
      const row = findCustomer(account, idOf(request));
      deleteCustomer(account, row);
      return deletedCustomerShape(row.id);
    }),
  );
}

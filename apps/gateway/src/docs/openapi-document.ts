import { type Endpoint, ErrorBody, ROUTES } from '@segue/contracts';
import { z } from 'zod';

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  void $schema;
  return rest;
};

const jsonContent = (schema: Record<string, unknown>) => ({ 'application/json': { schema } });

function parametersOf(endpoint: Endpoint): unknown[] {
  const describe = (schema: z.ZodType, place: 'path' | 'query') => {
    const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
      properties?: Record<string, unknown>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, property]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      schema: property,
    }));
  };
  return [...describe(endpoint.params, 'path'), ...describe(endpoint.query, 'query')];
}

function operationOf(name: string, endpoint: Endpoint): Record<string, unknown> {
  const body = schemaOf(endpoint.body, 'input');
  return {
    operationId: name,
    tags: [endpoint.owner],
    ...(endpoint.access === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: parametersOf(endpoint),
    ...(Object.keys(body).length > 0 && { requestBody: { required: true, content: jsonContent(body) } }),
    responses: {
      200: { description: 'As asked.', content: jsonContent(schemaOf(endpoint.response, 'output')) },
      default: { description: 'An error.', content: jsonContent({ $ref: '#/components/schemas/ErrorBody' }) },
    },
  };
}

let document: Record<string, unknown> | undefined;

/** OpenAPI 3.1 of every public route, made from the contract once. */
export function openApiDocument(): Record<string, unknown> {
  return (document ??= build());
}

function build(): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(ROUTES)) {
    if (!endpoint.path.startsWith('/api/')) continue;
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operationOf(name, endpoint);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Segue',
      version: '1',
      description: 'Moves and keeps in step playlists between Spotify and Apple Music.',
    },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ErrorBody: schemaOf(ErrorBody, 'output') },
    },
  };
}

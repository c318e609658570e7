import { allRoutes, type ErrorCode, errorStatus, type Route } from '@cotation/contracts'
import { workHeader } from '@cotation/domain'
import { z } from 'zod'

type Json = Record<string, unknown>

const errorSchema: Json = {
  type: 'object',
  required: ['code', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorStatus) },
    message: { type: 'string', description: 'For people, in the language of Accept-Language (fr or en)' },
    requestId: { type: 'string' },
    issues: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    work: {
      type: 'object',
      description: `With WORK_NEEDED: solve the puzzles and repeat the call with the header ${workHeader} (docs/security.md)`,
      required: ['token', 'puzzles', 'bits'],
      properties: { token: { type: 'string' }, puzzles: { type: 'integer' }, bits: { type: 'integer' } },
    },
  },
}

/** The JSON Schema without `$schema`, which OpenAPI declares once for the document. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json
}

function parameters(schema: z.ZodObject | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  return Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: location,
    required: location === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }))
}

function workParameters({ workAfterCalls }: Route): Json[] {
  if (workAfterCalls === undefined) return []
  return [{ name: workHeader, in: 'header', required: false, schema: { type: 'string' } }]
}

function requestBody(route: Route): Json {
  if (route.upload) {
    const form = {
      type: 'object',
      required: [route.upload.field],
      properties: { [route.upload.field]: { type: 'string', format: 'binary' } },
    }
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } }
  }

  if (!route.body) return {}
  return { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }
}

function success(route: Route): Json {
  if ('bytes' in route.output) {
    return {
      content: Object.fromEntries(
        route.output.bytes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
      ),
    }
  }

  if ('events' in route.output) {
    return { content: { 'text/event-stream': { schema: schemaOf(route.output.events, 'output') } } }
  }

  const schema = { type: 'object', required: ['data'], properties: { data: schemaOf(route.output, 'output') } }
  return { content: { 'application/json': { schema } } }
}

/** The route's own error codes and those that access, limits and validation imply. */
export function possibleErrors(route: Route): ErrorCode[] {
  const implied: ErrorCode[] = ['VALIDATION', 'UNEXPECTED', 'BUSY', 'UPGRADING']
  if (route.access !== 'public') implied.push('UNAUTHENTICATED')
  if (route.access === 'staff') implied.push('FORBIDDEN')
  if (route.stepUp) implied.push('STEP_UP_REQUIRED')
  if (route.limits) implied.push('RATE_LIMITED')
  if (route.workAfterCalls !== undefined) implied.push('WORK_NEEDED')
  if (route.body) implied.push('MALFORMED', 'UNSUPPORTED_MEDIA_TYPE', 'TOO_LARGE')
  return [...new Set([...route.errors, ...implied])]
}

function failures(route: Route): Json {
  const byStatus = Map.groupBy(possibleErrors(route), (code) => errorStatus[code])
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.join(', '),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}

/** "GET /global/account/image/{imageId}" → "getAccountImageImageId". */
function operationId(route: Route): string {
  const words = route.path.split(/[/{}-]+/).slice(2)
  return route.method.toLowerCase() + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function operation(route: Route): Json {
  return {
    operationId: operationId(route),
    summary: route.summary,
    tags: [route.path.split('/')[2] ?? 'global'],
    security: route.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters: [...parameters(route.params, 'path'), ...parameters(route.query, 'query'), ...workParameters(route)],
    ...requestBody(route),
    responses: { 200: { description: 'Done', ...success(route) }, ...failures(route) },
  }
}

/** OpenAPI 3.1 of the gateway, derived from the contracts. */
export function openApiDocument(brandName: string): Json {
  const byPath = Map.groupBy(allRoutes, (route) => route.path)
  const pathItem = (routes: Route[]) =>
    Object.fromEntries(routes.map((route) => [route.method.toLowerCase(), operation(route)]))

  return {
    openapi: '3.1.0',
    info: { title: `${brandName} API`, version: '1', description: 'The calls that the web application itself uses.' },
    servers: [{ url: '/gateway' }],
    paths: Object.fromEntries([...byPath].map(([path, routes]) => [path, pathItem(routes)])),
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: errorSchema },
    },
  }
}

import { allRoutes, errorCodes, errorStatus } from '@cotation/contracts'
import { expect, it } from 'vitest'
import { openApiDocument } from '#http/openapi.ts'

type Json = Record<string, unknown>

interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Json[]
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { required: boolean; content: Json }
  responses: Record<string, { description: string; content?: Json }>
}

const document = openApiDocument('Cotation') as unknown as {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
}

const operations = allRoutes.map((route) => ({
  route,
  operation: document.paths[route.path]?.[route.method.toLowerCase()],
}))

function* referencesIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [key, child] of Object.entries(value)) {
    if (key === '$ref' && typeof child === 'string') yield child
    else yield* referencesIn(child)
  }
}

function resolved(reference: string): unknown {
  const [root, ...steps] = reference.split('/')
  if (root !== '#') return undefined
  return steps.reduce<unknown>(
    (value, step) => (value as Json | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')],
    document,
  )
}

it('the OpenAPI document has version 3.1 and the required fields', () => {
  expect(document).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\.\d$/),
    info: { title: expect.any(String), version: expect.any(String) },
    servers: [{ url: '/gateway' }],
  })
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

it('the OpenAPI document describes exactly the routes', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(described.sort()).toEqual(allRoutes.map((route) => `${route.method} ${route.path}`).sort())
})

it('the OpenAPI document has no dangling reference', () => {
  const references = [...referencesIn(document)]
  expect(references.length).toBeGreaterThan(0)
  expect(references.filter((reference) => resolved(reference) === undefined)).toEqual([])
})

it('the OpenAPI document has unique alphanumeric operation ids', () => {
  const ids = operations.map(({ operation }) => operation?.operationId)
  expect(new Set(ids).size).toBe(allRoutes.length)
  expect(ids.filter((id) => !/^[a-z][A-Za-z0-9]+$/.test(id ?? ''))).toEqual([])
})

it.each(operations)(
  '$route.method $route.path tells its parameters, its body, its answer and its errors',
  ({ route, operation }) => {
    const pathNames = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const parameters = operation?.parameters ?? []

    expect(parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(pathNames)
    expect(parameters.filter((parameter) => parameter.in === 'path' && !parameter.required)).toEqual([])
    expect(Object.keys(operation?.requestBody?.content ?? {})).toEqual(
      route.upload ? ['multipart/form-data'] : route.body ? ['application/json'] : [],
    )
    expect(operation?.responses['200']?.content).toBeDefined()

    for (const code of route.errors) expect(operation?.responses[errorStatus[code]]?.description).toContain(code)
    expect(operation?.responses['401'] !== undefined).toBe(route.access !== 'public')
  },
)

it('the OpenAPI document lists every error code', () => {
  expect(resolved('#/components/schemas/Error/properties/code/enum')).toEqual(errorCodes)
})

it('the OpenAPI document says which staff calls are refused without a right or a fresh second factor', () => {
  for (const { route, operation } of operations.filter(({ route: { access } }) => access === 'staff')) {
    const refusal = operation?.responses['403']?.description ?? ''
    expect(refusal).toContain('FORBIDDEN')
    expect(refusal.includes('STEP_UP_REQUIRED')).toBe(route.stepUp === true)
  }
})

import * as z from 'zod/mini'
import { ErrorBody } from './errors.ts'
import type { Route } from './route.ts'
import { routes } from './routes.ts'

const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'openapi-3.0' })

/** The content of a body by its media type. */
export type Body = { content: Record<string, { schema: unknown }> }
export type ApiOperation = ReturnType<typeof operationOf>
export type ApiDescription = ReturnType<typeof openApi>

const json = (schema: z.ZodMiniType, io: 'input' | 'output'): Body => ({
  content: { 'application/json': { schema: schemaOf(schema, io) } },
})

/** The OpenAPI description of an uploaded file. */
const FILE: Body = {
  content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
}
const file = (mediaType: string): Body => ({ content: { [mediaType]: { schema: { type: 'string' } } } })

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query') {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function operationOf(name: string, route: Route) {
  return {
    operationId: name,
    summary: route.summary,
    security: route.access === 'public' ? [] : [{ token: [] }],
    parameters: [...parametersOf(route.params, 'path'), ...parametersOf(route.query, 'query')],
    ...(route.body && { requestBody: json(route.body, 'input') }),
    ...(route.upload && { requestBody: FILE }),
    responses: {
      200: {
        description: 'Done',
        ...(route.mediaType ? file(route.mediaType) : json(route.answer, 'output')),
      },
      default: { description: 'Refused', ...json(ErrorBody, 'output') },
    },
  }
}

/**
 * Creates the OpenAPI 3.0 description of all routes.
 * @param version the version of the product
 */
export function openApi(version: string) {
  const paths: Record<string, Record<string, ApiOperation>> = {}
  for (const [name, route] of Object.entries<Route>(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(name, route) }
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Jointly', version },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

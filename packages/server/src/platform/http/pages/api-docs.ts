import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { docsTemplate, docsPage } from './docs-page.ts'

/** Serves the OpenAPI description as JSON and as a page. The first request creates both from the contract. */
export function serveApiDocs(server: FastifyInstance): void {
  let made: Promise<{ json: string; html: string; etag: string }> | null = null
  const make = async () => {
    const { openApi } = await import('@jointly/contract/openapi')
    const description = openApi(await ownVersion())
    const json = JSON.stringify(description)
    return {
      json,
      html: docsPage(description),
      etag: createHash('sha256').update(json).digest('base64url').slice(0, 22),
    }
  }
  server.get('/api/openapi.json', async (_request, reply) => {
    const { json, etag } = await (made ??= make())
    return reply.type('application/json; charset=utf-8').header('etag', `"${etag}"`).send(json)
  })
  server.get('/api/docs', async (_request, reply) => {
    const { html } = await (made ??= make())
    return reply
      .type('text/html; charset=utf-8')
      .headers(docsTemplate.headers)
      .header('cache-control', 'no-cache')
      .send(html)
  })
}

const Manifest = z.object({ version: z.string() })

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
  return Manifest.parse(JSON.parse(text)).version
}

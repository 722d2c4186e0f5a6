import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { docsPage, docsTemplate } from './docs-page.ts'
import { PAGE_THEMES, type PageTheme, themeIn } from './page-template.ts'

type PageOfTheme = ReadonlyMap<PageTheme | undefined, string>

/** Serves the OpenAPI description as JSON and as a page. The first request creates both from the contract. */
export function serveApiDocs(server: FastifyInstance): void {
  let made: Promise<{ json: string; pages: PageOfTheme; etag: string }> | null = null
  const make = async () => {
    const { openApi } = await import('@jointly/contract/openapi')
    const description = openApi(await ownVersion())
    const json = JSON.stringify(description)
    return {
      json,
      pages: new Map([undefined, ...PAGE_THEMES].map((theme) => [theme, docsPage(description, theme)])),
      etag: createHash('sha256').update(json).digest('base64url').slice(0, 22),
    }
  }
  server.get('/api/openapi.json', async (_request, reply) => {
    const { json, etag } = await (made ??= make())
    return reply.type('application/json; charset=utf-8').header('etag', `"${etag}"`).send(json)
  })
  server.get('/api/docs', async (request, reply) => {
    const { pages } = await (made ??= make())
    return reply
      .type('text/html; charset=utf-8')
      .headers(docsTemplate.headers)
      .header('cache-control', 'no-cache')
      .send(pages.get(themeIn(request.query)))
  })
}

const Manifest = z.object({ version: z.string() })

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../../../../package.json', import.meta.url), 'utf8')
  return Manifest.parse(JSON.parse(text)).version
}

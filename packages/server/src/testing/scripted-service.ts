import { createServer } from 'node:http'
import { listenOnLoopback } from './loopback.ts'

/** The answer for a path. The default of `status` is 200. */
export type ScriptedAnswer = {
  status?: number
  headers?: Record<string, string>
  json?: unknown
  text?: string
}

/** Starts an HTTP server with a fixed answer for each path in `answers`. For other paths it answers 404. */
export async function scriptedService(answers: Readonly<Record<string, ScriptedAnswer>>) {
  const server = createServer((request, response) => {
    request.resume()
    const { pathname } = new URL(request.url ?? '/', 'http://here')
    const { status = 200, headers = {}, json, text } = answers[pathname] ?? { status: 404 }
    const type = json === undefined ? 'text/plain' : 'application/json'
    response.writeHead(status, { 'content-type': type, ...headers })
    response.end(json === undefined ? text : JSON.stringify(json))
  })
  const port = await listenOnLoopback(server)
  return {
    origin: `http://127.0.0.1:${port}`,
    close(): Promise<void> {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

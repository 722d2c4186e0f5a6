import { existsSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The addresses at which the app itself opens; its screens lie behind the hash (spec section 2). */
const PAGES = ['/', '/callback/spotify']

/** The first parts of the screens' addresses: without its #, a link that was typed or mended by a mail program leads there. */
const SCREENS = [
  'join',
  'activate',
  'how',
  'form',
  'login',
  'about',
  'details',
  'onboarding',
  'load',
  'main',
  'app',
]

/** Vite puts the hash of a file's contents into its name here, so that it never changes. */
const HASHED_FOLDER = 'assets'
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_EACH_TIME = 'no-cache'

/**
 * Serves the built web app, whose build packed the files that are worth it.
 *
 * @param directory where the build is; without one `/` says how to make it
 */
export function serveWebApp(server: FastifyInstance, directory: string): void {
  const isBuilt = existsSync(path.join(directory, 'index.html'))
  const page = isBuilt ? sendIndex : sayNotBuilt
  for (const address of PAGES) server.get(address, page)
  if (!isBuilt) return
  for (const screen of SCREENS)
    for (const address of [`/${screen}`, `/${screen}/*`])
      server.get(address, (request, reply) => reply.redirect(`/#${request.url}`))
  const hashed = path.join(directory, HASHED_FOLDER, path.sep)
  server.register(import('@fastify/static'), {
    root: directory,
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    acceptRanges: false,
    cacheControl: false,
    setHeaders: (reply, file) =>
      void reply.header('cache-control', file.startsWith(hashed) ? FOREVER : ASK_EACH_TIME),
  })
}

async function sendIndex(_request: FastifyRequest, reply: FastifyReply) {
  return reply.sendFile('index.html')
}

async function sayNotBuilt(_request: FastifyRequest, reply: FastifyReply) {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web app is not built yet. Start the server with: npm start\n')
}

import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** The paths at which the app is served. Screens have no path on the server, because their path is after the `#`. */
const PAGES = ['/', '/callback/spotify']

/**
 * The first path segments of the screens. If somebody opens such a path without the `#`, the server redirects the
 * browser to the screen.
 */
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

/** The folder of files whose names contain a hash of their content. A file with the same name never changes. */
const HASHED_FOLDER = 'assets'
/** The folder of earlier builds. Each has a folder of hashed files, which pages that opened before an update load. */
const EARLIER_FOLDER = 'earlier'
const FOREVER = 'public, max-age=31536000, immutable'
const ASK_EACH_TIME = 'no-cache'

/**
 * Serves the built web app with its compressed files.
 * @param directory the folder of the build; if it does not contain a build, `/` explains how to build the app
 */
export function serveWebApp(server: FastifyInstance, directory: string): void {
  const isBuilt = existsSync(path.join(directory, 'index.html'))
  const page = isBuilt ? sendIndex : answerNotBuilt
  for (const address of PAGES) server.get(address, page)
  if (!isBuilt) return
  for (const screen of SCREENS)
    for (const address of [`/${screen}`, `/${screen}/*`])
      server.get(address, (request, reply) => reply.redirect(`/#${request.url}`))
  const earlier = path.join(directory, EARLIER_FOLDER)
  const builds = existsSync(earlier) ? readdirSync(earlier).map((age) => path.join(earlier, age)) : []
  const roots = [directory, ...builds]
  const hashed = roots.map((root) => path.join(root, HASHED_FOLDER, path.sep))
  server.register(import('@fastify/static'), {
    root: roots,
    index: false,
    preCompressed: true,
    dotfiles: 'ignore',
    acceptRanges: false,
    cacheControl: false,
    setHeaders: (reply, file) =>
      void reply.header(
        'cache-control',
        hashed.some((folder) => file.startsWith(folder)) ? FOREVER : ASK_EACH_TIME,
      ),
  })
}

async function sendIndex(_request: FastifyRequest, reply: FastifyReply) {
  return reply.sendFile('index.html')
}

async function answerNotBuilt(_request: FastifyRequest, reply: FastifyReply) {
  return reply
    .code(503)
    .type('text/plain; charset=utf-8')
    .send('The web app is not built yet. Start the server with: npm start\n')
}

import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { sendRefusal } from '../http/errors.ts'
import { refuse } from '../refusal.ts'

/** How many files are read at the same time. Each takes up to 5 MB of memory, even if it arrives slowly. */
const FILES_AT_ONCE = 16
const FILES_OF_A_PERSON = 2

const tooMany = refuse('rate-limited', { retryAfterSec: 5 })

/**
 * Adds routes that read the body of a request as a file, whatever its content type is. Other routes are not affected.
 * @param bodyLimit the maximum size of a file in bytes
 * @param add adds the routes to the scope
 */
export function addUpload(
  server: FastifyInstance,
  bodyLimit: number,
  add: (scope: FastifyInstance) => unknown,
): void {
  void server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, file, parsed) =>
      parsed(null, file),
    )
    scope.addHook('preParsing', limitFilesAtOnce())
    add(scope)
    done()
  })
}

/** Creates a hook that refuses a file before it is read, while too many other files are being read (U4). */
function limitFilesAtOnce(): preParsingHookHandler {
  const reading: string[] = []
  return (request, reply, payload, done) => {
    // The client may have gone away while its login was checked. Then `close` was already emitted, and nobody waits for
    // an answer.
    if (reply.raw.destroyed) return
    const userId = request.caller?.userId ?? ''
    const ofPerson = reading.filter((each) => each === userId).length
    if (reading.length >= FILES_AT_ONCE || ofPerson >= FILES_OF_A_PERSON)
      return void sendRefusal(reply, tooMany)
    reading.push(userId)
    reply.raw.once('close', () => void reading.splice(reading.indexOf(userId), 1))
    done(null, payload)
  }
}

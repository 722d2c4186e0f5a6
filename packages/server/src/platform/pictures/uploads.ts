import type { FastifyInstance, preParsingHookHandler } from 'fastify'
import { sendRefusal } from '../http/errors.ts'
import { refuse } from '../refusal.ts'

/** The number of files that are read at once. Each takes up to 5 MB of memory, even if it arrives slowly. */
const FILES_AT_ONCE = 16
const FILES_OF_A_PERSON = 2

const tooMany = refuse('rate-limited', { retryAfterSec: 5 })

/**
 * Adds a route that reads any body as a file. Its parser is valid for this route only.
 * @param bodyLimit the largest file in bytes
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

/** Creates the check that refuses a file before it is read, if too many are being read (U4). */
function limitFilesAtOnce(): preParsingHookHandler {
  const reading: string[] = []
  return (request, reply, payload, done) => {
    const userId = request.caller?.userId ?? ''
    const ofPerson = reading.filter((each) => each === userId).length
    if (reading.length >= FILES_AT_ONCE || ofPerson >= FILES_OF_A_PERSON)
      return void sendRefusal(reply, tooMany)
    reading.push(userId)
    reply.raw.once('close', () => void reading.splice(reading.indexOf(userId), 1))
    done(null, payload)
  }
}

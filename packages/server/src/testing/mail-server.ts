import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'

/**
 * Starts an SMTP server on 127.0.0.1 that stores each received mail.
 * @param opened the server confirms no mail before this resolves
 * @param refused how many mails the server refuses before it accepts one
 */
export async function startMailServer(opened: Promise<void> = Promise.resolve(), refused = 0) {
  const mails: { to: readonly string[]; text: string }[] = []
  let refusals = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      Promise.all([text(stream), opened]).then(([raw]) => {
        if (refusals < refused) {
          refusals += 1
          return done(new Error('try again later'))
        }
        mails.push({ to: session.envelope.rcptTo.map(({ address }) => address), text: plain(raw) })
        done()
      }, done)
    },
  })
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  const port = typeof address === 'object' ? address?.port : undefined
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** Decodes quoted-printable UTF-8 text. */
function plain(raw: string): string {
  const bytes = raw
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}

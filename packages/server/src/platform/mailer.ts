import * as z from 'zod/mini'
import type { MailSettings } from '../config.ts'

/** The fields of an error of the mail library that are safe to log, because they contain no e-mail address. */
const MailError = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
})

/** How long the mail server may take to connect, to greet and to answer each command, in milliseconds. */
const TIMEOUT_MS = 10_000

export type Mail = { to: string; subject: string; text: string }

export type Mailer = {
  /**
   * Sends a mail.
   * @throws if the mail server cannot be reached or refuses the mail; the error does not contain the e-mail address
   */
  send(mail: Mail): Promise<void>
}

/** Creates a sender of plain text mails over SMTP. The first mail loads the library. */
export function createMailer({ url, from }: MailSettings): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url,
        connectionTimeout: TIMEOUT_MS,
        greetingTimeout: TIMEOUT_MS,
        socketTimeout: TIMEOUT_MS,
        // These options are set so that the text of a mail cannot make the library read files or addresses.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await transport.sendMail({ ...mail, from }).catch((error: unknown) => {
        throw new Error(`the mail server took no mail: ${reasonOf(error)}`)
      })
    },
  }
}

/** Returns only the codes of an error, because its text may contain the e-mail address. */
function reasonOf(error: unknown): string {
  const known = MailError.safeParse(error)
  if (!known.success) return 'unknown'
  const { code, command, responseCode } = known.data
  return [code, command, responseCode].filter((part) => part !== undefined).join(' ')
}

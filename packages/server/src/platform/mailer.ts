import * as z from 'zod/mini'
import type { MailSettings } from '../config.ts'

/** What the library says of a failure. */
const Failure = z.object({
  code: z.optional(z.string()),
  command: z.optional(z.string()),
  responseCode: z.optional(z.number()),
})

/** How long a mail server may take for each step, in milliseconds. */
const PATIENCE_MS = 10_000

export type Mail = { to: string; subject: string; text: string }

export type Mailer = {
  /** @throws Error without the address, when the mail server cannot be reached or refuses the mail */
  send(mail: Mail): Promise<void>
}

/** Sends plain text mails over SMTP; the library is loaded with the first of them. */
export function createMailer({ url, from }: MailSettings): Mailer {
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer')
      const transport = createTransport({
        url,
        connectionTimeout: PATIENCE_MS,
        greetingTimeout: PATIENCE_MS,
        socketTimeout: PATIENCE_MS,
        // A mail is text of ours; nothing is read from files or addresses.
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      await transport.sendMail({ ...mail, from }).catch((error: unknown) => {
        throw new Error(`the mail server took no mail: ${reasonOf(error)}`)
      })
    },
  }
}

/** Codes only: what the server says may name the person. */
function reasonOf(error: unknown): string {
  const known = Failure.safeParse(error)
  if (!known.success) return 'unknown'
  const { code, command, responseCode } = known.data
  return [code, command, responseCode].filter((part) => part !== undefined).join(' ')
}

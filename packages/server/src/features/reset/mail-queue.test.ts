import { expect, it, onTestFinished } from 'vitest'
import { createRateLimiter, inMemory } from '../../platform/http/rate-limit.ts'
import { createLog } from '../../platform/log/log.ts'
import { startMailServer } from '../../testing/mail-server.ts'
import { granted, startTestServer } from '../../testing/test-server.ts'

it('A15 at most a thousand requests of reset links wait', async () => {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const mail = await startMailServer()
  // The first request waits for this limit and not for the mail server, because a mail server that does not answer for
  // ten seconds fails. A busy machine may need longer to send a thousand requests.
  const limiter = createRateLimiter(async (allowance) => {
    if (allowance.name.startsWith('reset-mail-address')) await opened
    return inMemory({ ...allowance, attempts: 1_000_000 })
  })
  const written: string[] = []
  const log = createLog('info', { write: (line) => void written.push(line) })
  const server = await startTestServer(
    undefined,
    { limiter, log },
    {
      SMTP_URL: mail.url,
      MAIL_FROM: 'Jointly <jointly@example.org>',
      PUBLIC_ORIGIN: 'https://music.example.org',
      REGISTRATION: 'open',
    },
  )
  onTestFinished(async () => {
    open()
    await server.close()
    await mail.close()
  })
  for (const name of ['ann', 'ben', 'cleo']) await server.signUp(name)
  const ask = (who: string) => granted(server.anonymous('mailResetLink', { body: { who } }))
  await ask('ann')
  for (let batch = 0; batch < 27; batch += 1)
    await Promise.all(Array.from({ length: 37 }, () => ask('nobody')))
  // Ben is number 1,001. His request is dropped with a line in the log, and the answer is the same.
  await ask('ben')
  expect(written.filter((line) => line.includes('a request of a reset link was dropped'))).toHaveLength(1)
  open()
  const receivers = () => mail.mails.flatMap(({ to }) => to)
  await expect.poll(receivers).toEqual(['ann@example.org'])
  // The queue is in order, so Ben's mail would come before Cleo's.
  await expect
    .poll(async () => {
      await ask('cleo')
      return receivers().length
    })
    .toBeGreaterThan(1)
  expect(receivers()).not.toContain('ben@example.org')
})

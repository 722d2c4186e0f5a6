import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from './app.ts'
import { readConfig } from './config.ts'
import { StartError } from './platform/lifecycle/start-error.ts'

describe('a server that cannot start prints the reason in one line', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'jointly-app-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const create = (name: string, settings: Record<string, string> = {}) =>
    createApp(readConfig({ PORT: '0', LOG_LEVEL: 'silent', DATA_DIR: path.join(folder, name), ...settings }))
  const reason = async (starting: Promise<unknown>) => {
    const error: unknown = await starting.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).toBeInstanceOf(StartError)
    return error instanceof Error ? error.message : ''
  }

  it('when its port is in use', async () => {
    const first = await create('first')
    const { port } = new URL(await first.listen())
    const second = await create('second', { PORT: port })
    expect(await reason(second.listen())).toMatch(new RegExp(`^Port ${port} on 127.0.0.1 is taken: .*$`))
    await Promise.all([first.close(), second.close()])
  })

  it('when another server uses its data folder, until that server stops', async () => {
    const first = await create('shared')
    expect(await reason(create('shared'))).toMatch(/^Another server runs on .*$/)
    await first.close()
    await (await create('shared')).close()
  })

  it('when it cannot write to its data folder', async () => {
    writeFileSync(path.join(folder, 'file'), '')
    expect(await reason(create('file/data'))).toMatch(/^DATA_DIR .* cannot be written \(ENOTDIR\)\.$/)
    expect(await reason(create('', { DATA_DIR: '/proc/nowhere' }))).toMatch(/cannot be written/)
  })

  it.each(['server.lock', 'jointly.db', 'secret.key'])(
    'when it cannot open %s, for example because the file belongs to another user',
    async (name) => {
      // Root may open the files of other users, but nobody can open a folder as a file.
      mkdirSync(path.join(folder, 'data', name), { recursive: true })
      expect(await reason(create('data'))).toMatch(
        new RegExp(`^\\S+${name} cannot be opened \\([^()]+\\)\\. .*read and write it\\.$`),
      )
    },
  )

  it.each([
    ['no database', 0],
    ['damaged after its header', 100],
  ])('O9 when the file of its database is %s', async (_what, goodBytes) => {
    await (await create('data')).close()
    const file = path.join(folder, 'data', 'jointly.db')
    writeFileSync(file, readFileSync(file).fill(1, goodBytes))
    expect(await reason(create('data'))).toMatch(
      /^The database \S+jointly\.db cannot be used: .+\. Restore it from a backup\.$/,
    )
  })

  it('O9 when its lock file is damaged, which does not mean that another server runs', async () => {
    mkdirSync(path.join(folder, 'data'))
    writeFileSync(path.join(folder, 'data', 'server.lock'), 'no database'.repeat(100))
    expect(await reason(create('data'))).toMatch(
      /^\S+server\.lock cannot be locked: file is not a database\. .*delete it\.$/,
    )
  })

  it('when its database does not answer', async () => {
    const settings = {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      SECRET_KEY: 'a key of at least 32 characters.',
    }
    expect(await reason(create('away', settings))).toMatch(
      /^The database of DATABASE_URL cannot be used: .*$/,
    )
  })

  it('when it cannot read the music folder', async () => {
    expect(await reason(create('music', { MUSIC_DIR: path.join(folder, 'nowhere') }))).toMatch(
      /^The built-in provider/,
    )
  })
})

import { chmodSync, chownSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { routes } from '@jointly/contract'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../config.ts'
import { readHomeConfig } from '../../platform/lifecycle/home-network.ts'
import { databases } from '../../testing/databases.ts'
import {
  closedAfterEach,
  emptyFolder,
  examine,
  NOBODY_LISTENS,
  of,
  worst,
} from '../../testing/doctor-setup.ts'
import { granted, refusal, startTestServer } from '../../testing/test-server.ts'
import { clockFinding } from './clock.ts'
import { freeSpaceFinding } from './disk.ts'
import { runChecks } from './finding.ts'
import { formatFindings } from './format-findings.ts'
import { checkSettings } from './settings.ts'
import { settingsTexts } from './texts/settings-texts.ts'

const onClose = closedAfterEach()
const statesOf = (settings: Record<string, string>) => examine(emptyFolder(onClose), settings)

describe('O7 the doctor', () => {
  it('O7 runs every check and finds nothing wrong with a server without settings', async () => {
    const server = await startTestServer()
    onClose(server.close)
    const operator = await server.signUp('operator')
    const { findings } = await granted(operator.call('doctor'))
    expect(findings.filter(({ state }) => state === 'problem' || state === 'warning')).toEqual([])
    expect(new Set(findings.map(({ check }) => check))).toEqual(
      new Set([
        'settings',
        'disk',
        'database',
        'redis',
        'server',
        'proxy',
        'clock',
        'streaming',
        'listeners',
      ]),
    )
  })

  it('O7 refuses callers below level 735', async () => {
    const server = await startTestServer()
    onClose(server.close)
    await server.signUp('operator')
    const ann = await server.signUp('ann')
    expect(await refusal(ann.call('doctor'))).toBe('403 forbidden')
    expect((await server.raw('GET', '/api/doctor/')).status).toBe(401)
  })

  it('O7 W3 answers in the language of the reader', async () => {
    const server = await startTestServer()
    onClose(server.close)
    const { token } = await server.signUp('operator')
    const settingsIn = async (language: string) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-language': language }
      const { text } = await server.raw('GET', '/api/doctor/', { headers })
      return of('settings', routes.doctor.answer.parse(JSON.parse(text)).findings)
    }
    for (const [language, text] of [
      ['en', 'The settings fit together.'],
      ['de-AT', 'Die Einstellungen passen zusammen.'],
      ['es', 'Los ajustes son coherentes.'],
      ['fr', 'The settings fit together.'],
    ] as const)
      expect(await settingsIn(language)).toEqual([{ check: 'settings', state: 'ok', text }])
  })

  it('O7 prints the findings and what to do', () => {
    const lines = formatFindings([
      { check: 'disk', state: 'ok', text: 'Room enough.' },
      { check: 'redis', state: 'problem', text: 'Redis is away.', fix: 'Start it.' },
    ])
    expect(lines.split('\n')).toEqual([
      '✓ disk       Room enough.',
      '✗ redis      Redis is away.',
      '             → Start it.',
      '',
      '1 problem, 0 warnings',
    ])
  })

  it('O7 does not call a server whose port changes with each start', async () => {
    const [finding] = of('server', await statesOf({ PORT: '0' }))
    expect(finding).toMatchObject({ state: 'skipped', text: expect.stringContaining('PORT is 0') })
  })

  it.each([
    [3 * 1024 ** 4, 'DATA_DIR has 3,072 GiB of free space.', 'ok'],
    [1.5 * 1024 ** 3, 'DATA_DIR has 1.5 GiB of free space.', 'ok'],
    [1024 ** 3, 'DATA_DIR has 1 GiB of free space.', 'ok'],
    [1024 ** 3 - 1, 'DATA_DIR has only 1,023 MiB of free space.', 'warning'],
    [1024 ** 2, 'DATA_DIR has only 1 MiB of free space: votes are refused once the disk is full.', 'problem'],
  ])('O7 of %d free bytes says: %s', (free, text, state) => {
    expect(freeSpaceFinding(free)).toMatchObject({ text: { en: text }, state })
  })

  it('O7 continues after a check that fails or never ends', async () => {
    const never = new Promise<never>(() => undefined)
    const findings = await runChecks(
      [
        { name: 'disk', run: () => Promise.reject(new Error('no such device')) },
        { name: 'redis', run: () => never },
        { name: 'clock', run: async () => clockFinding(0, 'proxy') },
      ],
      'en',
      1,
    )
    expect(findings).toMatchObject([
      { check: 'disk', state: 'problem', text: expect.stringContaining('no such device') },
      { check: 'redis', state: 'problem', text: expect.stringContaining('did not end') },
      { check: 'clock', state: 'ok' },
    ])
  })

  it('O7 reports a database and a Redis that cannot be reached', async () => {
    const findings = await statesOf({
      DATABASE_URL: `postgres://jointly@${NOBODY_LISTENS}/jointly`,
      SECRET_KEY: 'a key of at least 32 characters.',
      REDIS_URL: `redis://${NOBODY_LISTENS}`,
    })
    expect(worst('database', findings)).toMatchObject({
      state: 'problem',
      fix: expect.stringContaining('Start PostgreSQL'),
    })
    expect(worst('redis', findings)).toMatchObject({
      state: 'problem',
      fix: expect.stringContaining('Start Redis'),
    })
    expect(of('clock', findings)).toMatchObject([{ state: 'skipped' }])
  })

  it.skipIf(process.platform === 'win32')(
    'O7 reports files that other users of the machine can read',
    async () => {
      const dataDir = emptyFolder(onClose)
      const file = path.join(dataDir, 'secret.key')
      writeFileSync(file, 'secret')
      chmodSync(file, 0o644)
      expect(worst('disk', await statesOf({ DATA_DIR: dataDir }))).toMatchObject({
        state: 'problem',
        fix: `Take it from them: chmod 600 ${file}`,
      })
    },
  )

  it.skipIf(process.platform === 'win32')(
    'O7 reports files that the user of the server cannot read and write',
    async () => {
      const dataDir = emptyFolder(onClose)
      const file = path.join(dataDir, 'secret.key')
      // Root may open every file of other users, but nobody can open a link to itself.
      symlinkSync(file, file)
      expect(worst('disk', await statesOf({ DATA_DIR: dataDir }))).toMatchObject({
        state: 'problem',
        text: `${file} cannot be read and written (ELOOP).`,
        fix: expect.stringContaining('chown'),
      })
    },
  )

  it('O7 warns root, and no other user, that it can open files which the owner of DATA_DIR cannot open', async () => {
    const dataDir = emptyFolder(onClose)
    expect(worst('disk', await statesOf({ DATA_DIR: dataDir }))).toBeUndefined()
    const isRoot = process.getuid?.() === 0
    // Only root can give the folder to another user.
    if (isRoot) chownSync(dataDir, 1, 1)
    const warned = expect.objectContaining({
      state: 'warning',
      text: expect.stringContaining('runs as root'),
      fix: expect.stringContaining('as that user'),
    })
    expect(worst('disk', await statesOf({ DATA_DIR: dataDir }))).toEqual(isRoot ? warned : undefined)
  })

  it('O7 the page does not ask to run the check as another user, because it runs as the user of the server', async () => {
    const dataDir = emptyFolder(onClose)
    // Only root can give the folder to another user.
    if (process.getuid?.() === 0) chownSync(dataDir, 1, 1)
    const server = await startTestServer(undefined, {}, { DATA_DIR: dataDir })
    onClose(server.close)
    const operator = await server.signUp('operator')
    const { findings } = await granted(operator.call('doctor'))
    expect(worst('disk', findings)).toBeUndefined()
  })

  it('O7 reports a damaged database file', async () => {
    const dataDir = emptyFolder(onClose)
    writeFileSync(path.join(dataDir, 'jointly.db'), 'no database at all, but long enough'.repeat(40), {
      mode: 0o600,
    })
    expect(worst('database', await statesOf({ DATA_DIR: dataDir }))).toMatchObject({ state: 'problem' })
  })

  it('O7 reports a missing MUSIC_DIR', async () => {
    const findings = await statesOf({ MUSIC_DIR: path.join(emptyFolder(onClose), 'none') })
    expect(worst('settings', findings)).toMatchObject({
      state: 'problem',
      text: expect.stringContaining('ENOENT'),
    })
  })

  it('O7 J8 asks for PUBLIC_ORIGIN if others reach the server, but not with --lan, where links have the home address', async () => {
    const asks = expect.objectContaining({ fix: settingsTexts.setOrigin })
    expect(await checkSettings(readConfig({ HOST: '192.168.1.23' }))).toContainEqual(asks)
    expect(await checkSettings(readHomeConfig({ HOST: '192.168.1.23' }, {}))).not.toContainEqual(asks)
  })
})

describe.each(databases)('O7 the doctor on $name', (database) => {
  it('O7 reaches the database of a running server and finds its clock right', async () => {
    const server = await startTestServer(database)
    onClose(server.close)
    const operator = await server.signUp('operator')
    const { findings } = await granted(operator.call('doctor'))
    // The doctor may warn here, because the PostgreSQL of the tests does not wait until its data are on the disk.
    expect(of('database', findings).filter(({ text }) => !text.includes('power cut'))).not.toContainEqual(
      expect.objectContaining({ state: 'problem' }),
    )
    expect(worst('clock', findings)).toBeUndefined()
  })
})

const postgres = databases.filter(({ name }) => name === 'PostgreSQL')
describe.each(postgres)('O7 the doctor on $name', (database) => {
  it('O7 reports a read-only database, a missing one, and a refused login', async () => {
    const { databaseUrl, dataDir, remove } = await database.place()
    onClose(remove)
    if (databaseUrl === null) throw new Error('no PostgreSQL')
    const look = (address: string) =>
      statesOf({ DATABASE_URL: address, SECRET_KEY: 'a key of at least 32 characters.', DATA_DIR: dataDir })
    const readOnly = Object.assign(new URL(databaseUrl), {
      search: 'options=-c%20default_transaction_read_only%3Don',
    })
    expect(of('database', await look(readOnly.href))).toContainEqual(
      expect.objectContaining({ fix: 'Point DATABASE_URL to the primary.' }),
    )
    const missing = Object.assign(new URL(databaseUrl), { pathname: '/nowhere' })
    expect(worst('database', await look(missing.href))?.fix).toContain('Create the database')
    const nobody = Object.assign(new URL(databaseUrl), { username: 'nobody_here' })
    expect(worst('database', await look(nobody.href))?.fix).toContain('Correct the user')
  })
})

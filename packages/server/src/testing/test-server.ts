import { type Client, createClient, ErrorBody, type CallError } from '@jointly/contract'
import type { Faults as AllFaults } from '@jointly/spotify-emulator'
import * as z from 'zod/mini'
import { type App, createApp } from '../app.ts'
import type { Overrides } from '../overrides.ts'
import { readConfig } from '../config.ts'
import type { HashCost } from '../people/login/passwords.ts'
import { granted } from './answers.ts'
import { type DatabaseFactory, databases } from './databases.ts'
import { startTestProvider } from './test-provider.ts'

export { granted, refusal } from './answers.ts'

/** A logged-in user in a test. `call` makes a call of the user over HTTP. */
export type Person = { id: string; username: string; token: string; call: Client }

/** The faults that the built-in provider can simulate. */
export type Faults = Partial<AllFaults>

const ProviderState = z.object({
  grants: z.array(z.object({ userId: z.string(), profileId: z.nullable(z.string()) })),
})

/** The lowest possible cost of a password hash, because the tests create thousands of accounts. */
const CHEAP_HASH: HashCost = { memoryKiB: 8, rounds: 1 }

export const PASSWORD = 'Kitchen-7'

/** Returns overrides for a server whose clock and jobs run `pace` times faster. */
export function acceleratedClock(pace: number): Overrides {
  const beginMs = Date.now()
  return { pace, now: () => Math.round(beginMs + (Date.now() - beginMs) * pace) }
}

/**
 * Starts the real server on its own port and database, with the built-in provider in the process of the tests.
 *
 * @param database SQLite by default
 * @param settings environment variables of the server
 */
export async function startTestServer(
  database: Pick<DatabaseFactory, 'place'> | undefined = databases[0],
  overrides: Overrides = {},
  settings: Record<string, string> = {},
) {
  if (!database) throw new Error('no database')
  const { dataDir, databaseUrl, remove } = await database.place()
  const provider = await startTestProvider(dataDir, settings)
  const app: App = await createApp(
    readConfig({
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: dataDir,
      ...(databaseUrl && { DATABASE_URL: databaseUrl, SECRET_KEY: 'a key of at least 32 characters.' }),
      ...provider.settings,
      ...settings,
    }),
    { hashCost: CHEAP_HASH, ...overrides },
  )
  await app.listen()
  const address = app.ownAddress()
  const clientOf = (token: string | null) => createClient({ fetch, baseUrl: address, token: () => token })

  return {
    app,
    db: app.db,
    address,
    anonymous: clientOf(null),
    clientOf,

    /** Sends any HTTP request, also one that the typed client cannot send. */
    async raw(method: string, where: string, init: { body?: string; headers?: Record<string, string> } = {}) {
      const response = await fetch(address + where, { method, ...init, redirect: 'manual' })
      const text = await response.text()
      return { status: response.status, headers: response.headers, text, error: errorOf(text) }
    },

    /** Registers a user, who is then logged in. */
    async signUp(username: string): Promise<Person> {
      const body = { username, email: `${username}@example.org`, password: PASSWORD }
      const { user, active } = await granted(clientOf(null)('register', { body }))
      return { id: user.id, username, token: active.token, call: clientOf(active.token) }
    },

    /**
     * Creates a guest who joins a session.
     * @param device the `device` of an earlier answer (G3); without it, the guest has a new device
     */
    async joinAsGuest(nickname: string, ssid: string, device?: string): Promise<Person & { device: string }> {
      const body = { nickname, ssid, device }
      const { user, active, device: given } = await granted(clientOf(null)('joinAsGuest', { body }))
      const { token } = active
      return { id: user.id, username: user.username, token, call: clientOf(token), device: given }
    },

    /** Makes the built-in provider simulate these faults from now on. */
    async simulateFaults(faults: Faults): Promise<void> {
      await fetch(`${address}/spotify/__emu/config`, { method: 'PUT', body: JSON.stringify(faults) })
    },

    /** Ends all simulated faults. */
    async endFaults(): Promise<void> {
      await fetch(`${address}/spotify/__emu/config`, { method: 'DELETE' })
    },

    /** Returns all grants of the built-in provider. A grant is what a linked account allows. */
    async providerGrants() {
      const answer = await fetch(`${address}/spotify/__emu/state`)
      return ProviderState.parse(await answer.json()).grants
    },

    async close(): Promise<void> {
      await app.close()
      await provider.close()
      await remove()
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startTestServer>>

/**
 * Opens a consent page and allows access.
 * @param loginAs the username at the provider
 * @returns the parameters with which the provider calls back
 */
export async function consent(url: string, loginAs: string): Promise<{ code: string; state: string }> {
  const page = new URL(url)
  page.searchParams.set('login_as', loginAs)
  const answer = await fetch(page, { redirect: 'manual' })
  const back = new URL(answer.headers.get('location') ?? '', page)
  return { code: back.searchParams.get('code') ?? '', state: back.searchParams.get('state') ?? '' }
}

/** Links the account of a person to the user `loginAs` of the built-in provider. */
export async function link({ call }: Person, loginAs: string) {
  const { url } = await granted(call('connectAccount', { body: { service: 'spotify' } }))
  return granted(call('accountCallback', { body: await consent(url, loginAs) }))
}

function errorOf(text: string): CallError | null {
  try {
    return ErrorBody.parse(JSON.parse(text)).error
  } catch {
    return null
  }
}

import { type Answer, type Client, createClient, type Playlist, type User } from '@jointly/contract'
import type { Person } from './people.ts'

/** A logged-in person. `call` makes requests with the token of the person. */
export type ApiUser = { readonly user: User; readonly token: string; readonly call: Client }

/** Returns the value of an answer. @throws an error with the text of the refusal */
export function granted<T>(answer: Answer<T>): T {
  if (answer.ok) return answer.value
  throw new Error(`${answer.status} ${answer.error.code}: ${answer.error.message}`)
}

/** Creates the account of a person, or logs the person in if the account exists. */
export async function signIn(origin: string, { username, email, password }: Person): Promise<ApiUser> {
  const open = createClient({ fetch, baseUrl: origin, token: () => null })
  const registered = await open('register', { body: { username, email, password } })
  const { user, active } =
    !registered.ok && registered.error.code === 'taken'
      ? granted(await open('login', { body: { username, password } }))
      : granted(registered)
  return {
    user,
    token: active.token,
    call: createClient({ fetch, baseUrl: origin, token: () => active.token }),
  }
}

/**
 * Links a person's account at the built-in provider. The query parameter `login_as` skips the consent page.
 * @param origin the base URL if the provider's address is relative
 */
export async function link(origin: string, { call }: ApiUser, linkedAs: string): Promise<void> {
  const { url } = granted(await call('connectAccount', { body: { service: 'spotify' } }))
  const authorize = new URL(url, origin)
  authorize.searchParams.set('login_as', linkedAs)
  const answer = await fetch(authorize, { redirect: 'manual' })
  const callback = new URL(answer.headers.get('location') ?? '/', origin)
  const code = callback.searchParams.get('code')
  const state = callback.searchParams.get('state')
  if (!code || !state) throw new Error(`the provider answered ${answer.status} without a code`)
  granted(await call('accountCallback', { body: { code, state } }))
}

/** Chooses the first playlists of the linked account. @returns the chosen playlists */
export async function choosePlaylists({ call }: Pick<ApiUser, 'call'>, count: number): Promise<Playlist[]> {
  const listed = granted(await call('providerPlaylists'))
  const chosen = listed.filter(({ state }) => state !== 'refused').slice(0, count)
  granted(await call('choosePlaylists', { body: chosen.map(({ id }) => ({ id, load: true })) }))
  return chosen
}

/** Logs in a person, links an account and chooses the first playlist of this account. */
export async function signInLinked(origin: string, person: Person<string>): Promise<ApiUser> {
  const user = await signIn(origin, person)
  await link(origin, user, person.linkedAs)
  await choosePlaylists(user, 1)
  return user
}

/** Sends a friend request to the other person, or accepts the other person's request (N1). */
export async function askFriend({ call }: ApiUser, { user }: ApiUser): Promise<void> {
  granted(await call('changeFriend', { body: { friend: user.id, wish: true } }))
}

/** Makes two people friends. */
export async function befriend(one: ApiUser, other: ApiUser): Promise<void> {
  await askFriend(one, other)
  await askFriend(other, one)
}

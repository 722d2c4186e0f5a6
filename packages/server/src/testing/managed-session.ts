import type { Moderator, OptionsBody } from '@jointly/contract'
import { befriend, type TestUser, granted, type SessionFixture, openSession } from './session-fixture.ts'

type Level = Exclude<Moderator['level'], 'owner'>

/** Saves options of a session. It sends the current version, so that the call is not refused as `stale` (R4). */
export async function saveOver(
  guest: Pick<TestUser, 'call'>,
  ssid: string,
  body: Omit<OptionsBody, 'version'>,
) {
  const { version } = await granted(guest.call('options', { params: { ssid } }))
  return guest.call('saveOptions', { params: { ssid }, body: { version, ...body } })
}

/** Creates a managed session with moderators (`levels`) and people without a role (`guests`). All are active. */
export async function openManagedSession(
  owner: TestUser,
  levels: readonly (readonly [TestUser, Level])[],
  ...guests: readonly TestUser[]
): Promise<string> {
  const ssid = await openSession(owner, ...levels.map(([guest]) => guest), ...guests)
  await granted(owner.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
  for (const [guest] of levels) await befriend(owner, guest)
  const mods = levels.map(([guest, level]) => ({ user_id: guest.id, level }))
  await granted(saveOver(owner, ssid, { mods }))
  return ssid
}

/** The roles in a session. The highest role is first, and `guest` means no role. */
export const roleNames = ['owner', 'manager', 'operator', 'relate', 'guest'] as const
export type RoleName = (typeof roleNames)[number]

/** Creates a managed session with a user of each role, and a second one without a role (`extra`). */
export async function openSessionOfRoles(fixture: SessionFixture) {
  const [owner, manager, operator, relate, guest, extra] = [
    await fixture.addUser('owner'),
    await fixture.addUser('manager'),
    await fixture.addUser('operator'),
    await fixture.addUser('relate'),
    await fixture.addUser('guest'),
    await fixture.addUser('extra'),
  ]
  const levels = [
    [manager, 'manager'],
    [operator, 'operator'],
    [relate, 'relate'],
  ] as const
  const ssid = await openManagedSession(owner, levels, guest, extra)
  const people: Record<RoleName, TestUser> = { owner, manager, operator, relate, guest }
  return { people, extra, ssid }
}

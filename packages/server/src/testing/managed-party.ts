import type { Moderator, OptionsBody } from '@jointly/contract'
import { befriend, type Guest, granted, type House, openParty } from './session-house.ts'

type Level = Exclude<Moderator['level'], 'owner'>

/** Saves options on top of the current version. */
export async function saveOver(guest: Guest, ssid: string, body: Omit<OptionsBody, 'version'>) {
  const { version } = await granted(guest.call('options', { params: { ssid } }))
  return guest.call('saveOptions', { params: { ssid }, body: { version, ...body } })
}

/** Creates a managed session with moderators and guests, all active. */
export async function openManagedParty(
  owner: Guest,
  levels: readonly (readonly [Guest, Level])[],
  ...guests: readonly Guest[]
): Promise<string> {
  const ssid = await openParty(owner, ...levels.map(([guest]) => guest), ...guests)
  await granted(owner.call('upgrade', { params: { ssid }, body: { plan: 'infinite' } }))
  for (const [guest] of levels) await befriend(owner, guest)
  const mods = levels.map(([guest, level]) => ({ user_id: guest.id, level }))
  await granted(saveOver(owner, ssid, { mods }))
  return ssid
}

/** The roles in a session, highest first. */
export const roleNames = ['owner', 'manager', 'operator', 'relate', 'guest'] as const
export type RoleName = (typeof roleNames)[number]

/** Creates a managed session with a user of each role and one more guest. */
export async function openPartyOfRoles(house: House) {
  const [owner, manager, operator, relate, guest, extra] = [
    await house.guest('owner'),
    await house.guest('manager'),
    await house.guest('operator'),
    await house.guest('relate'),
    await house.guest('guest'),
    await house.guest('extra'),
  ]
  const levels = [
    [manager, 'manager'],
    [operator, 'operator'],
    [relate, 'relate'],
  ] as const
  const ssid = await openManagedParty(owner, levels, guest, extra)
  const people: Record<RoleName, Guest> = { owner, manager, operator, relate, guest }
  return { people, extra, ssid }
}

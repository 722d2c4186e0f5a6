import type { UpgradePlan } from '@jointly/contract'
import { tryEach } from '../../platform/try-each.ts'
import { isRefused, type Refusal, refuse } from '../../platform/refusal.ts'
import { notifyHomeLists } from '../access/home-lists.ts'
import { findMembership } from '../access/membership.ts'
import { homeListUsers } from '../access/session-store.ts'
import type { SessionContext } from '../context.ts'
import { monthAfter } from './month.ts'
import { dueDowngrades, endManaged, moderatorsOf, setManaged } from './plan-store.ts'
import { removeUnadmitted } from './removed-listeners.ts'

/**
 * Makes a session managed, or changes the plan of a managed session. A monthly plan ends one calendar month after this
 * call (R5). Only the owner may do this.
 */
export async function upgradeSession(
  context: SessionContext,
  { ssid, userId, plan }: { ssid: string; userId: string; plan: UpgradePlan },
): Promise<Record<string, never> | Refusal> {
  const until = plan === 'monthly' ? monthAfter(context.now()) : null
  return savePlan(context, { ssid, userId, managed: true, until })
}

/**
 * Ends the upgrade of a managed session. From then on the session is random (not managed). Its options and bans stay
 * stored (R5). Only the owner may do this.
 */
export async function downgradeSession(
  context: SessionContext,
  ssid: string,
  userId: string,
): Promise<Record<string, never> | Refusal> {
  return savePlan(context, { ssid, userId, managed: false, until: null })
}

/**
 * Ends monthly upgrades after their month (R5). Every server runs this, but only one of them ends each upgrade.
 */
export async function endDueUpgrades(context: SessionContext): Promise<void> {
  const { db, now } = context
  await tryEach(await dueDowngrades(db, now()), async (ssid) => {
    if (await endManaged(db, ssid, now())) await applyPlan(context, ssid)
  })
}

async function savePlan(
  context: SessionContext,
  { ssid, userId, managed, until }: { ssid: string; userId: string; managed: boolean; until: number | null },
): Promise<Record<string, never> | Refusal> {
  const { db, now } = context
  const membership = await findMembership(db, ssid, userId, now())
  if (isRefused(membership)) return membership
  if (membership.role !== 'owner') return refuse('forbidden')
  await setManaged(db, ssid, managed, until)
  await applyPlan(context, ssid)
  return {}
}

/**
 * Sends the new views after a change of the plan. Users who were let in only because of their level, or an
 * invite by a moderator, are removed.
 */
async function applyPlan(context: SessionContext, ssid: string): Promise<void> {
  const { db, bus } = context
  bus.publish({ type: 'session', ssid })
  await removeUnadmitted(context, ssid)
  for (const userId of await moderatorsOf(db, ssid)) bus.publish({ type: 'you', ssid, userId })
  await notifyHomeLists(bus, await homeListUsers(db, ssid))
}

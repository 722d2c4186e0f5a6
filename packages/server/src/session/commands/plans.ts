import type { UpgradePlan } from '@jointly/contract'
import { eachApart } from '../../platform/each-apart.ts'
import { isRefused, type Refused, refuse } from '../../platform/refusal.ts'
import { dismissUnadmitted, listChangedFor } from './listeners.ts'
import { monthAfter } from './month.ts'
import { dueDowngrades, endManaged, moderatorsOf, setManaged } from './plan-store.ts'
import type { SessionDeps } from '../ports.ts'
import { standingIn } from '../access/standing.ts'
import { peopleListing } from '../access/store.ts'

/** What makes a session managed, and random again (R5). */
export type Plans = {
  /** The owner's alone. A managed session changes its plan; a month begins anew. */
  upgrade(ssid: string, userId: string, plan: UpgradePlan): Promise<Record<string, never> | Refused>
  /** The owner's alone. Options and bans are kept. */
  downgrade(ssid: string, userId: string): Promise<Record<string, never> | Refused>
  /** Ends monthly upgrades whose month is over. Any server may; one of them does. */
  endDue(): Promise<void>
}

export function createPlans(deps: SessionDeps): Plans {
  const { db, now } = deps

  async function setPlan(ssid: string, userId: string, managed: boolean, until: number | null) {
    const stands = await standingIn(db, ssid, userId, now())
    if (isRefused(stands)) return stands
    if (stands.role !== 'owner') return refuse('forbidden')
    await setManaged(db, ssid, managed, until)
    await tellPlan(deps, ssid)
    return {}
  }

  return {
    upgrade: (ssid, userId, plan) =>
      setPlan(ssid, userId, true, plan === 'monthly' ? monthAfter(now()) : null),

    downgrade: (ssid, userId) => setPlan(ssid, userId, false, null),

    async endDue() {
      await eachApart(await dueDowngrades(db, now()), async (ssid) => {
        if (await endManaged(db, ssid, now())) await tellPlan(deps, ssid)
      })
    },
  }
}

/** Levels wake or sleep with the plan: everyone is told who they are now, and who came in by their level may have to go. */
async function tellPlan(deps: SessionDeps, ssid: string): Promise<void> {
  deps.bus.publish({ type: 'session', ssid })
  await dismissUnadmitted(deps, ssid)
  for (const userId of await moderatorsOf(deps.db, ssid)) deps.bus.publish({ type: 'you', ssid, userId })
  listChangedFor(deps.bus, await peopleListing(deps.db, ssid))
}

import type { You } from '@jointly/contract'
import { tryEach } from '../../platform/try-each.ts'
import type { ScheduledJob } from '../../platform/lifecycle/ticker.ts'
import { refuse } from '../../platform/refusal.ts'
import type { SessionContext } from '../../session/context.ts'
import { keepMusicGoing } from '../../session/playback/keep-music-going.ts'
import type { LiveSessions } from '../../session/session.ts'
import { findStage, liveIdOf } from './service.ts'
import { saveUse, sessionsOfSpeakers, stageIn } from './store.ts'

const LIVE_ID = /^stage:(.+)$/
/** How often a server extends the time until which its speakers (stages with sound) keep the music going (X6). */
const KEEP_GOING_EVERY_MS = 10_000
/** How often a server stores that its stages are used (X10). */
const USE_SAVED_EVERY_MS = 60_000

/** The personal view of a stage, which has no votes, no skip wish and no role. */
const STAGE_VIEW: You = { role: 'guest', votes: {}, skip: false, favorite: false, added: 0 }

/** The live connections of stages. */
export type LiveStages = {
  /** The functions for sessions on live connections, for people and for stages. */
  sessions: LiveSessions
  /**
   * Finds the stage that has this secret, just as a login is found by its token. Returns null if the secret is not
   * valid.
   */
  authenticate(secret: string): Promise<{ userId: string; tokenId: string; isScreen: true } | null>
  jobs: readonly ScheduledJob[]
}

/**
 * Lets stages follow their session over the live connection (X3). Stages never count as listeners (X4). Stages with
 * sound keep the music going (X6).
 * @param people the functions for connections of people, which are used for all other connections
 */
export function createLiveStages(context: SessionContext, people: LiveSessions): LiveStages {
  const { db } = context
  /**
   * The stages that are connected to this server, by connection and session. `hasSound` means that the stage can play
   * sound now.
   */
  const connections = new Map<string, { stageId: string; hasSound: boolean }>()

  const sessions: LiveSessions = {
    ...people,
    async connect(ssid, userId, connectionId, hasSound) {
      const stageId = LIVE_ID.exec(userId)?.[1]
      if (stageId === undefined) return people.connect(ssid, userId, connectionId, hasSound)
      const stage = await stageIn(db, ssid, stageId)
      if (!stage) return refuse('not-found')
      connections.set(`${connectionId} ${ssid}`, { stageId, hasSound })
      await saveUse(db, [stageId], context.now())
      if (stage.sound && hasSound) await keepMusicGoing(context, ssid)
      return { ssid }
    },
    setSound(ssid, userId, connectionId, hasSound) {
      const stage = connections.get(`${connectionId} ${ssid}`)
      if (stage) stage.hasSound = hasSound
      else people.setSound(ssid, userId, connectionId, hasSound)
    },
    disconnect(ssid, userId, connectionId, lingerMs) {
      if (LIVE_ID.test(userId)) connections.delete(`${connectionId} ${ssid}`)
      else people.disconnect(ssid, userId, connectionId, lingerMs)
    },
    async personalView(ssid, userId) {
      const stageId = LIVE_ID.exec(userId)?.[1]
      if (stageId === undefined) return people.personalView(ssid, userId)
      return (await stageIn(db, ssid, stageId)) ? STAGE_VIEW : refuse('not-found')
    },
  }

  return {
    sessions,
    async authenticate(secret) {
      const stage = await findStage(context, secret)
      return stage && stage !== 'waiting'
        ? { userId: liveIdOf(stage.id), tokenId: stage.id, isScreen: true }
        : null
    },
    jobs: [
      {
        everyMs: KEEP_GOING_EVERY_MS,
        async run() {
          const speakers = [...connections.values()].filter(({ hasSound }) => hasSound)
          const ssids = await sessionsOfSpeakers(db, [...new Set(speakers.map(({ stageId }) => stageId))])
          await tryEach(ssids, (ssid) => keepMusicGoing(context, ssid))
        },
      },
      {
        everyMs: USE_SAVED_EVERY_MS,
        async run() {
          const ids = [...connections.values()].map(({ stageId }) => stageId)
          await saveUse(db, [...new Set(ids)], context.now())
        },
      },
    ],
  }
}

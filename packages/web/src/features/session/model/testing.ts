import type { SessionAnswer, Song, Vote } from '@jointly/contract'
import { openRules } from '@jointly/domain/testing/open-rules'

export const SSID = '7b0c4c38-55aa-4d6e-9a3c-0d9bb1a3d001'
export const ANN = { id: '5f3f5f5e-61a3-4a4c-8d0f-0a4f2f2f0001', username: 'ann' }

export const aSong = (id: string): Song => ({
  id,
  title: id,
  artists: [],
  cover: null,
  duration: 180_000,
  sources: [{ service: 'spotify', src: `spotify:track:${id}` }],
  link: null,
  explicit: false,
})

export const aVote = (id: string, upvotes = 1, downvotes = 0): Vote => ({
  song: aSong(id),
  score: upvotes - downvotes,
  upvotes,
  downvotes,
  voters: [],
  why: { place: 1, rule: 'score', by: null, overtaken: 0, bound: 4, playsAt: null, change: {} },
})

/** Creates a session in which no song plays. `parts` replaces parts of the session. */
export const aSession = (parts: Partial<SessionAnswer> = {}): SessionAnswer => ({
  session: {
    id: SSID,
    uuid: SSID,
    code: 'ABC234',
    title: 'Kitchen',
    managed: false,
    mode: 'random',
    policy: 'link',
    owner: ANN,
  },
  nowPlaying: { mode: 'passive', song: null, startTime: null, nowTime: 1000, by: null, chosen: null },
  next: null,
  active: [ANN],
  activeCount: 1,
  listenerCount: 1,
  skips: 0,
  setup: { manager: null, skipPercent: 35, version: 1, chat: false, rules: openRules },
  votes: [],
  voteCount: 0,
  voters: [],
  you: { role: 'owner', votes: {}, skip: false, favorite: true, added: 0 },
  ...parts,
})

/** Waits until pending promises are handled. In these tests, this takes at most 12 microtasks. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await Promise.resolve()
}

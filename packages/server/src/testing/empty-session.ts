import type { SharedSession } from '@jointly/contract'
import { openRules } from '@jointly/domain/testing/open-rules'

/** The state of a session in which there are no people, votes and songs. */
export const emptySession: SharedSession = {
  session: {
    id: '',
    uuid: '',
    code: '',
    title: '',
    managed: false,
    mode: 'random',
    policy: 'link',
    owner: { id: '', username: '' },
  },
  nowPlaying: { mode: 'passive', song: null, startTime: null, nowTime: 0, by: null, chosen: null },
  next: null,
  active: [],
  activeCount: 0,
  listenerCount: 0,
  skips: 0,
  setup: { skipPercent: 35, version: 1, chat: true, rules: openRules },
  votes: [],
  voteCount: 0,
  voters: [],
}

import type { Answer, Vote } from '@jointly/contract'
import { useCallback, useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import { useLoad } from '../../../shared/ui/use-load.ts'
import type { Inside } from '../model/merge.ts'
import { useOnChange } from '../use-on-change.ts'

type Rest = { readonly parts: number; readonly votes: readonly Vote[] }

/**
 * The songs behind those that the session's body tells of, as far as they were asked for. They are fetched anew when the
 * list grows or shrinks, and when an own vote among them changes; a song that has risen into the body is left out.
 */
export function useRestOfVotes({ shared, you }: Inside) {
  const [parts, setParts] = useState(0)
  const { uuid } = shared.session
  const shown = shared.votes.length
  const load = useCallback(
    async (signal: AbortSignal): Promise<Answer<Rest>> => {
      const votes: Vote[] = []
      for (let part = 0; part < parts; part += 1) {
        const query = { from: String(shown + votes.length) }
        const answer = await call('votes', { params: { ssid: uuid }, query, signal })
        if (!answer.ok) return answer
        votes.push(...answer.value.votes)
      }
      return { ok: true, value: { parts, votes } }
    },
    [uuid, shown, parts],
  )
  const { loading, reload } = useLoad(load)
  const known = loading.state === 'ready' ? loading.value : { parts: 0, votes: [] }
  const inBody = new Set(shared.votes.map(({ song }) => song.id))
  const rest = known.votes.filter(({ song }) => !inBody.has(song.id))
  useOnChange(`${shared.voteCount} ${rest.map(({ song }) => you.votes[song.id] ?? '').join()}`, reload)
  const failed = loading.state === 'failed' ? loading.refused : null
  return {
    rest,
    failed,
    isLoading: failed === null && known.parts < parts,
    more: () => setParts(known.parts + 1),
    retry: reload,
  }
}

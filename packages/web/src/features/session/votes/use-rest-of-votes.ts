import type { Answer, Vote } from '@jointly/contract'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../../shared/api/call.ts'
import type { Inside } from '../model/merge.ts'

/** A song as it was fetched, and the own vote that its numbers include. */
type Fetched = { readonly row: Vote; readonly own: 'up' | 'down' | undefined }

type Asking =
  | { readonly state: 'idle' | 'loading' }
  | { readonly state: 'failed'; readonly refused: Extract<Answer<unknown>, { ok: false }> }

/**
 * The songs behind those that the session's body tells of, as they stood when they were asked for: a long list changes
 * all the time, and to follow the whole of it would cost everyone. A song that has risen into the body is left out.
 */
export function useRestOfVotes({ shared, you }: Inside) {
  const [fetched, setFetched] = useState<readonly Fetched[]>([])
  const [asking, setAsking] = useState<Asking>({ state: 'idle' })
  const closing = useRef(new AbortController())
  useEffect(() => {
    closing.current = new AbortController()
    return () => closing.current.abort()
  }, [])

  /** Fetches the part behind those already here. */
  async function fetchBehind(before: readonly Fetched[]): Promise<void> {
    if (asking.state === 'loading') return
    setAsking({ state: 'loading' })
    const { signal } = closing.current
    const query = { from: String(shared.votes.length + before.length) }
    const answer = await call('votes', { params: { ssid: shared.session.uuid }, query, signal })
    if (signal.aborted) return
    if (!answer.ok) return setAsking({ state: 'failed', refused: answer })
    const part = answer.value.votes.map((row) => ({ row, own: you.votes[row.song.id] }))
    // What fell meanwhile comes again: it stands where it was met last.
    const met = new Set(part.map(({ row }) => row.song.id))
    setFetched([...before.filter(({ row }) => !met.has(row.song.id)), ...part])
    setAsking({ state: 'idle' })
  }

  const inBody = new Set(shared.votes.map(({ song }) => song.id))
  return {
    rest: fetched.filter(({ row }) => !inBody.has(row.song.id)),
    asking,
    more: () => fetchBehind(fetched),
    /** Begins anew: what was fetched is as old as that. */
    renew: () => fetchBehind([]),
  }
}

/** How often each connection is asked whether it still stands, in milliseconds. */
const BEAT_EVERY_MS = 10_000
/** Connections are asked a few at a time: all at once would hold everything else up. */
const TURNS = 100

export type Member = { beat(): void }

export type Heartbeat = {
  /** From now on the member's `beat` is called every ten seconds. @returns when, to leave by */
  join(member: Member): number
  /** No more. @param ownTurn what joining answered */
  leave(member: Member, ownTurn: number): void
}

/** One timer for all connections, spread evenly over the ten seconds by when they came. */
export function createHeartbeat(): Heartbeat {
  const turns = Array.from({ length: TURNS }, () => new Set<Member>())
  let turn = 0
  let size = 0
  let timer: NodeJS.Timeout | null = null

  function tick(): void {
    turn = (turn + 1) % TURNS
    for (const member of turns[turn] ?? []) member.beat()
  }

  return {
    join(member) {
      turns[turn]?.add(member)
      size += 1
      timer ??= setInterval(tick, BEAT_EVERY_MS / TURNS)
      return turn
    },
    leave(member, ownTurn) {
      if (!turns[ownTurn]?.delete(member)) return
      size -= 1
      if (size > 0 || !timer) return
      clearInterval(timer)
      timer = null
    },
  }
}

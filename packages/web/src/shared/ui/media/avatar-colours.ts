import { readStored, writeStored } from '../../browser/storage.ts'
import { hashOf } from './fallback-art.ts'

/** These colours are light, because the text on them is dark. Any two differ clearly. */
const COLOURS = [
  '#ff8d6a',
  '#ffb53d',
  '#f5e06a',
  '#a8e05f',
  '#4fd08a',
  '#3fd0d6',
  '#7fc4ff',
  '#8f9bff',
  '#c88bff',
  '#ff7fd0',
  '#ffc2d1',
  '#c9a27a',
  '#fff3d9',
  '#aab4be',
] as const

/** Two colours. The same two in the other order would look alike, so they are not another pair. */
const PAIRS = COLOURS.flatMap((first, index) =>
  COLOURS.slice(index + 1).map((second) => [first, second] as const),
)

/** Stores the pairs of people who did not get the pair of their id. */
type PairStorage = { read(): string | null; write(text: string): void }

/** Returns the colours of avatars. No two people get the same ones, as long as there are enough. */
export function createAvatarColours(stored: PairStorage): (id: string) => readonly [string, string] {
  const moved = parsePairs(stored.read() ?? '')
  const pairOf = new Map(moved)
  const used = new Set(moved.values())

  function choose(id: string): number {
    const wanted = hashOf(id) % PAIRS.length
    const free = PAIRS.findIndex((_, step) => !used.has((wanted + step) % PAIRS.length))
    if (free <= 0) return wanted
    const pair = (wanted + free) % PAIRS.length
    moved.set(id, pair)
    stored.write([...moved].map((each) => each.join(' ')).join('\n'))
    return pair
  }
  return (id) => {
    const pair = pairOf.get(id) ?? choose(id)
    pairOf.set(id, pair)
    used.add(pair)
    const [first, second] = PAIRS[pair] ?? [COLOURS[0], COLOURS[1]]
    return hashOf(id) & 0x8000_0000 ? [second, first] : [first, second]
  }
}

/** Reads the stored pairs: an id and a number in each row. Invalid rows are left out. */
function parsePairs(text: string): Map<string, number> {
  const pairs = new Map<string, number>()
  for (const row of text.split('\n')) {
    const [id = '', number = ''] = row.split(' ')
    if (number !== '' && PAIRS[Number(number)]) pairs.set(id, Number(number))
  }
  return pairs
}

const KEY = 'avatars'

/**
 * Returns the two colours of a person (U2). They follow from the id, so that a person looks the same on every
 * device. Only if somebody whom this tab showed before has the same two, the next free ones are taken. They stay while
 * the tab is open, also when people come and go, and after a reload.
 */
export const avatarColours = createAvatarColours({
  read: () => readStored(KEY, 'tab'),
  write: (text) => writeStored(KEY, text, 'tab'),
})

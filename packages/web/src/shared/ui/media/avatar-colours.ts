import { readStored, writeStored } from '../../browser/storage.ts'
import { hashOf } from './fallback-art.ts'

/** The colours are light, because the text on them is dark. Any two of them differ clearly. */
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

/**
 * All pairs of two colours. The same two colours in the other order are not another pair, because they would look
 * alike.
 */
const PAIRS = COLOURS.flatMap((first, index) =>
  COLOURS.slice(index + 1).map((second) => [first, second] as const),
)

/** Stores which people have another pair than the one that follows from their id. */
type PairStorage = { read(): string | null; write(text: string): void }

/**
 * Creates the function that returns a person's two colours. Two people get the same pair only when all pairs are
 * used.
 */
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

/** Parses the stored pairs. Each line has a person's id and the index of a pair. Invalid lines are ignored. */
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
 * Returns the two colours of a person (U2). They are calculated from the id, so that a person has the same colours on
 * every device. If another person in this tab already has this pair, the next free pair is taken. A person keeps the
 * colours while the tab is open, also after a reload.
 */
export const avatarColours = createAvatarColours({
  read: () => readStored(KEY, 'tab'),
  write: (text) => writeStored(KEY, text, 'tab'),
})

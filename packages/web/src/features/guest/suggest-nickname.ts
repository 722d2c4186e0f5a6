/** Numbers from 2 to 99 make the same name twice in a room unlikely. */
const NUMBERS = 98

/**
 * A nickname to start with, such as `Otter 27`.
 *
 * @param names in one text, separated by commas
 * @param random a number from 0 (included) to 1 (excluded)
 */
export function suggestNickname(names: string, random: () => number): string {
  const all = names.split(',').map((name) => name.trim())
  const name = all[Math.floor(random() * all.length)]
  return `${name} ${2 + Math.floor(random() * NUMBERS)}`
}

/**
 * The number of possible numbers in a nickname: 2 to 99. The number makes equal nicknames in a session unlikely.
 */
const NUMBERS = 98

/**
 * Suggests a nickname, such as `Otter 27`.
 *
 * @param names the possible names in one text, separated by commas
 * @param random returns a number from 0 (included) to 1 (excluded)
 */
export function suggestNickname(names: string, random: () => number): string {
  const all = names.split(',').map((name) => name.trim())
  const name = all[Math.floor(random() * all.length)]
  return `${name} ${2 + Math.floor(random() * NUMBERS)}`
}

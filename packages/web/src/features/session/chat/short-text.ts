/**
 * Returns the beginning of a chat line in one row, for texts that have only little room.
 * @param most the largest number of characters
 */
export function shortText(text: string, most: number): string {
  const characters = [...text.replace(/\s+/g, ' ')]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : characters.join('')
}

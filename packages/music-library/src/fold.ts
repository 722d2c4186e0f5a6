/** Letters that Unicode does not decompose into a base letter and a mark, with their base letters. */
const spelledOut: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ŋ: 'n',
  ħ: 'h',
}

/**
 * Normalizes a text for comparisons: lower case, no diacritics, no punctuation, single spaces. Letters of every script
 * stay ("Øl & Brød" → "ol brod", "Привет!" → "привет").
 */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþıŋħ]/g, (letter) => spelledOut[letter] ?? letter)
    .replace(/['’ʼ`]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/**
 * The texts of another language: the keys of the English texts `T`, each with any text. For a missing key, the
 * English text is shown.
 */
export type Translation<T> = {
  readonly [K in keyof T]?: T[K] extends string ? string : Translation<T[K]>
}

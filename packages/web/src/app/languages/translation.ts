/** The texts of another language: the keys of the English texts `T` with any text as value. */
export type Translation<T> = {
  readonly [K in keyof T]?: T[K] extends string ? string : Translation<T[K]>
}

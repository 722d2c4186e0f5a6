const regions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** Returns whether a `market` parameter is missing or names a country (ISO 3166-1 alpha-2). */
export function isMarket(code: string | null): boolean {
  if (code === null) return true
  return (
    /^[A-Z]{2}$/i.test(code) && code.toUpperCase() !== 'ZZ' && regions.of(code.toUpperCase()) !== undefined
  )
}

const SQLITE_FOREIGN_KEY = 787
const POSTGRES_FOREIGN_KEY = '23503'
const POSTGRES_DEADLOCK = '40P01'

/** Whether a statement failed because a row that it pointed at was deleted meanwhile. */
export function isRowGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('errcode' in error && error.errcode === SQLITE_FOREIGN_KEY) return true
  return 'code' in error && error.code === POSTGRES_FOREIGN_KEY
}

/** Whether a transaction failed only by what others did at the same moment: begun anew, it may well pass. */
export function isLostRace(error: unknown): boolean {
  return isRowGone(error) || (error instanceof Error && 'code' in error && error.code === POSTGRES_DEADLOCK)
}

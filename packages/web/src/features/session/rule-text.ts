import type { TFunction } from 'i18next'
import { errorText, type FailedAnswer } from '../../shared/api/error-text.ts'
import type { SessionView } from './model/session-view.ts'

/** Returns the text for a refused vote. If the vote broke a rule of the host, the text names the rule (H1). */
export function voteErrorText(t: TFunction, failed: FailedAnswer): string {
  const { error } = failed
  if ('rule' in error && error.rule) return t(`session.rule.${error.rule}`)
  return error.code === 'too-many' ? t('session.votes.full') : errorText(t, failed)
}

/**
 * Returns a key that changes when the session may refuse different songs than before. This happens when its options
 * change. If the host allows no repeats, it also happens when another song plays. When the key changes, the app loads
 * the shown songs again with their refusals. The old ones stay on the screen meanwhile (F3, H5).
 */
export function refusalKeyOf({ shared: { setup, nowPlaying } }: SessionView): string {
  const song = setup.rules.noRepeat > 0 ? nowPlaying.song?.id : undefined
  return `${setup.version} ${song ?? ''}`
}

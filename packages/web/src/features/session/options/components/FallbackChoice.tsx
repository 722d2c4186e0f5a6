import type { Fallback } from '@jointly/contract'
import { useEffect, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { loadPlaylists } from '../../../../shared/store/load-lists.ts'
import { useStore } from '../../../../shared/store/store.ts'
import { CardNote } from './Card.tsx'
import css from './NumberField.module.css'

/** The value of the hidden entry. It is not the id of a playlist. */
const GONE = ':gone'

type FallbackChoiceProps = { value: Fallback | null; onChange: (value: Fallback | null) => void }

/** Chooses one of this person's loaded playlists as the fallback, which plays when there is no other song (H6). */
export function FallbackChoice({ value, onChange }: FallbackChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  const playlists = useStore((state) => state.playlists)
  useEffect(() => void loadPlaylists(), [])
  const own = playlists.map(({ id: playlistId, title }) => ({
    id: playlistId,
    title,
    state: 'ready' as const,
  }))
  // Another person may have chosen the current playlist. Then the playlist stays in the list until it is replaced.
  const choices = value === null || own.some((each) => each.id === value.id) ? own : [value, ...own]
  // The stored playlist is gone, but this person has loaded it again. Its entry is hidden, so the person can choose the
  // loaded one.
  const isLoadedAgain = value?.state === 'gone' && !choices.includes(value)
  return (
    <>
      <div className={css.field}>
        <label htmlFor={id} className={css.label}>
          {t('session.options.rules.fallback')}
        </label>
        <select
          id={id}
          className={css.select}
          value={isLoadedAgain ? GONE : (value?.id ?? '')}
          aria-describedby={`${id}-text`}
          onChange={({ target }) => onChange(choices.find((each) => each.id === target.value) ?? null)}
        >
          {isLoadedAgain && (
            <option value={GONE} hidden>
              {value.title}
            </option>
          )}
          <option value="">{t('session.options.rules.noFallback')}</option>
          {choices.map((each) => (
            <option key={each.id} value={each.id}>
              {each.title}
            </option>
          ))}
        </select>
        <span id={`${id}-text`} className={css.text}>
          {t('session.options.rules.fallbackText')}
        </span>
      </div>
      {value?.state === 'gone' && <CardNote tone="warn">{t('session.options.rules.fallbackGone')}</CardNote>}
    </>
  )
}

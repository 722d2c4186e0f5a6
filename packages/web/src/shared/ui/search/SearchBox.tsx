import { type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../buttons/Button.tsx'
import { Icon } from '../media/Icon.tsx'
import css from './SearchBox.module.css'

type SearchBoxProps = {
  /** The name for screen readers. */
  label: string
  placeholder: string
  maxLength: number
  value: string
  onChange: (value: string) => void
  /** Is called when the person presses Enter. The input then loses the focus, so that a phone closes its keyboard. */
  onEnter?: () => void
  /** A ref to the input, for a parent that sets the focus. */
  inputRef?: RefObject<HTMLInputElement | null>
}

/** A search input with a button that clears it. The input stays at the top while the results scroll. */
export function SearchBox({
  label,
  placeholder,
  maxLength,
  value,
  onChange,
  onEnter,
  inputRef,
}: SearchBoxProps) {
  const { t } = useTranslation()
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  return (
    <div className={css.box} role="search">
      <Icon name="search" size={20} />
      <input
        ref={input}
        className={css.input}
        dir="auto"
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxLength}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.currentTarget.blur()
          onEnter?.()
        }}
      />
      {value !== '' && (
        <IconButton
          icon="close"
          size={18}
          label={t('state.clear')}
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        />
      )}
    </div>
  )
}

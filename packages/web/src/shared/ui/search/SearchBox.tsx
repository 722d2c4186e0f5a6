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
  /** Is called when the person presses Enter. */
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
  const box = useRef<HTMLDivElement>(null)
  const own = useRef<HTMLInputElement>(null)
  const input = inputRef ?? own
  return (
    <div ref={box} className={css.box} role="search" tabIndex={-1}>
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
          // A phone closes its keyboard when the input loses the focus. The focus stays in the view around the input,
          // so that Escape closes this view (D14).
          if (matchMedia('(pointer: coarse)').matches) box.current?.focus({ preventScroll: true })
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

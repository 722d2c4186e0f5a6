import { type ComponentProps, useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './PasswordField.module.css'
import { TextField } from './TextField.tsx'

/** A password input with a button that shows the password. */
export function PasswordField(props: Omit<ComponentProps<typeof TextField>, 'type' | 'end'>) {
  const { t } = useTranslation()
  const [readable, setReadable] = useState(false)
  return (
    <TextField
      {...props}
      type={readable ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      end={
        <button type="button" className={css.show} onClick={() => setReadable(!readable)}>
          {t(readable ? 'state.hidePassword' : 'state.showPassword')}
        </button>
      }
    />
  )
}

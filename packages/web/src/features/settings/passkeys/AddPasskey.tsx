import type { NewCredentialOptions, Passkey } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { passkeyPlace, passkeysAreForHere } from '../../../shared/browser/passkey-place.ts'
import { Button, type ButtonState } from '../../../shared/ui/buttons/Button.tsx'
import { Form } from '../../../shared/ui/forms/Form.tsx'
import { PasswordField } from '../../../shared/ui/forms/PasswordField.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import css from '../SettingsScreen.module.css'
import { wantsPassword } from '../wants-password.ts'
import { deviceName } from './passkey-name.ts'

type Props = { rpId: string | null; onAdded: (passkey: Passkey) => void }

/** Adds a passkey of this device; says why not where there can be none (A12, A13). */
export function AddPasskey({ rpId, onAdded }: Props) {
  const { t } = useTranslation()
  const place = passkeyPlace()
  if (place === 'browser') return <p className={css.alone}>{t('passkeys.noBrowser')}</p>
  if (place === 'address' || !passkeysAreForHere(rpId))
    return (
      <p className={css.alone}>{rpId ? t('passkeys.elsewhere', { name: rpId }) : t('passkeys.noName')}</p>
    )
  return <Adding onAdded={onAdded} />
}

function Adding({ onAdded }: Pick<Props, 'onAdded'>) {
  const { t } = useTranslation()
  const [state, setState] = useState<ButtonState>('default')
  const [asksPassword, setAsksPassword] = useState(false)
  const [hasAsked, setHasAsked] = useState(false)
  const say = (text: string) => showToast({ text, tone: 'bad' })

  const make = async (options: NewCredentialOptions) => {
    const { makePasskey } = await import('./make-passkey.ts')
    const credential = await makePasskey(options)
    if (credential === 'known') return say(t('passkeys.known'))
    if (credential === 'none') return say(t('passkeys.none'))
    const name = deviceName(navigator.userAgent) ?? t('passkeys.unnamed')
    const answer = await call('addPasskey', { body: { name, credential } })
    if (!answer.ok) return say(errorText(t, answer))
    showToast({ text: t('passkeys.added'), tone: 'good' })
    onAdded(answer.value)
  }

  const add = async () => {
    setState('loading')
    const options = await call('passkeyOptions', { body: {} })
    if (options.ok) await make(options.value)
    else if (wantsPassword(options)) {
      setAsksPassword(true)
      setHasAsked(true)
    } else say(errorText(t, options))
    setState('default')
  }

  if (asksPassword)
    return (
      <PasswordFirst
        onRight={(options) => {
          setAsksPassword(false)
          setState('loading')
          void make(options).finally(() => setState('default'))
        }}
        onCancel={() => setAsksPassword(false)}
      />
    )
  return (
    <Button
      className={css.addPasskey}
      tone="primary"
      icon="add"
      state={state}
      // The form for the password had the focus before.
      autoFocus={hasAsked}
      onClick={() => void add()}
    >
      {t('passkeys.add')}
    </Button>
  )
}

function PasswordFirst({
  onRight,
  onCancel,
}: {
  onRight: (options: NewCredentialOptions) => void
  onCancel: () => void
}) {
  const { t } = useTranslation()
  const form = useForm({
    names: ['password'],
    send: async (read) => {
      const answer = await call('passkeyOptions', { body: { password: read('password') } })
      if (answer.ok) onRight(answer.value)
      return answer
    },
    onSuccess: () => undefined,
  })
  return (
    <div className={css.plainForm}>
      <p>{t('passkeys.password')}</p>
      <Form form={form} action={t('passkeys.goOn')} label={t('passkeys.add')}>
        <PasswordField
          name="password"
          label={t('settings.current')}
          autoComplete="current-password"
          autoFocus
          required
          error={form.errors.password}
        />
      </Form>
      <Button tone="quiet" className={css.keep} onClick={onCancel}>
        {t('state.cancel')}
      </Button>
    </div>
  )
}

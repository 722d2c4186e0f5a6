import type { NewCredentialOptions, Passkey } from '@jointly/contract'
import { systemName } from '@jointly/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { notReached } from '../../../shared/api/load-calls.ts'
import { passkeySupport, isPasskeyHost } from '../../../shared/browser/passkeys/passkey-support.ts'
import { Button, type ButtonState } from '../../../shared/ui/buttons/Button.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import css from '../SettingsScreen.module.css'
import { needsPassword } from '../needs-password.ts'
import { ConfirmPassword } from './ConfirmPassword.tsx'

type Props = { rpId: string | null; onAdded: (passkey: Passkey) => void }

/** Adds a passkey of this device, or explains why the device cannot add one (A12, A13). */
export function AddPasskey({ rpId, onAdded }: Props) {
  const { t } = useTranslation()
  const support = passkeySupport()
  if (support === 'browser') return <p className={css.alone}>{t('passkeys.noBrowser')}</p>
  if (support === 'address' || !isPasskeyHost(rpId))
    return (
      <p className={css.alone}>{rpId ? t('passkeys.elsewhere', { name: rpId }) : t('passkeys.noName')}</p>
    )
  return <AddButton onAdded={onAdded} />
}

function AddButton({ onAdded }: Pick<Props, 'onAdded'>) {
  const { t } = useTranslation()
  const [state, setState] = useState<ButtonState>('default')
  const [password, setPassword] = useState<'not-needed' | 'asked' | 'answered'>('not-needed')
  const showError = (text: string) => showToast({ text, tone: 'bad' })

  const createPasskey = async (options: NewCredentialOptions) => {
    const credential = await import('./make-passkey.ts').then(
      ({ makePasskey }) => makePasskey(options),
      () => 'not-loaded' as const,
    )
    if (credential === 'not-loaded') return showError(errorText(t, notReached))
    if (credential === 'known') return showError(t('passkeys.known'))
    if (credential === 'none') return showError(t('passkeys.none'))
    const name = systemName(navigator.userAgent) ?? t('passkeys.unnamed')
    const answer = await call('addPasskey', { body: { name, credential } })
    if (!answer.ok) return showError(errorText(t, answer))
    showToast({ text: t('passkeys.added'), tone: 'good' })
    onAdded(answer.value)
  }

  const add = async () => {
    setState('loading')
    const options = await call('passkeyOptions', { body: {} })
    if (options.ok) await createPasskey(options.value)
    else if (needsPassword(options)) setPassword('asked')
    else showError(errorText(t, options))
    setState('default')
  }

  const addWithPassword = async (entered: string) => {
    const options = await call('passkeyOptions', { body: { password: entered } })
    if (!options.ok) return options
    setPassword('answered')
    setState('loading')
    void createPasskey(options.value).finally(() => setState('default'))
    return options
  }

  if (password === 'asked')
    return (
      <ConfirmPassword
        text={t('passkeys.passwordToAdd')}
        label={t('passkeys.add')}
        send={addWithPassword}
        onCancel={() => setPassword('answered')}
      />
    )
  return (
    <Button
      className={css.addPasskey}
      tone="primary"
      icon="add"
      state={state}
      // This button gets the focus, because it replaces the password form that had the focus.
      autoFocus={password === 'answered'}
      onClick={() => void add()}
    >
      {t('passkeys.add')}
    </Button>
  )
}

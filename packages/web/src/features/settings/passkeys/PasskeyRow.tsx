import type { Answer, Passkey } from '@jointly/contract'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { agoText, momentText } from '../../../shared/i18n/moment-text.ts'
import { Button, IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../../shared/ui/dialogs/ConfirmDialog.tsx'
import { Form } from '../../../shared/ui/forms/Form.tsx'
import { IconCircle } from '../../../shared/ui/media/IconCircle.tsx'
import { Row } from '../../../shared/ui/layout/Row.tsx'
import { TextField } from '../../../shared/ui/forms/TextField.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { useAction } from '../../../shared/ui/buttons/use-action.ts'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import css from '../SettingsScreen.module.css'
import { needsPassword } from '../needs-password.ts'
import { ConfirmPassword } from './ConfirmPassword.tsx'

type Props = { passkey: Passkey; onRenamed: (name: string) => void; onRemoved: () => void }

/** A row with one passkey and its times. The person can rename and remove the passkey (A13). */
export function PasskeyRow({ passkey, onRenamed, onRemoved }: Props) {
  const { t } = useTranslation()
  const [doing, setDoing] = useState<'rename' | 'remove' | 'password' | null>(null)
  const renameButton = useRef<HTMLButtonElement>(null)
  const { name, createdAt, lastUsedAt } = passkey
  return (
    <>
      <Row
        start={<IconCircle name="passkey" />}
        title={<span className={css.wrap}>{name}</span>}
        detail={
          <span className={css.times}>
            <span>{lastUsedAt ? t('logins.used', { when: agoText(lastUsedAt) }) : t('passkeys.unused')}</span>
            <span>{t('passkeys.since', { when: momentText(createdAt) })}</span>
          </span>
        }
        end={
          <>
            <IconButton
              ref={renameButton}
              icon="edit"
              label={t('passkeys.rename', { name })}
              onClick={() => setDoing(doing === 'rename' ? null : 'rename')}
            />
            <IconButton
              icon="delete"
              label={t('passkeys.remove', { name })}
              onClick={() => setDoing('remove')}
            />
          </>
        }
      />
      {doing === 'rename' && (
        <Rename
          passkey={passkey}
          onDone={(next) => {
            setDoing(null)
            if (next !== null) onRenamed(next)
            // The focused form was removed, so the button that opened it gets the focus.
            renameButton.current?.focus()
          }}
        />
      )}
      <Remove
        passkey={passkey}
        open={doing === 'remove'}
        onRemoved={onRemoved}
        onPassword={() => setDoing('password')}
        onCancel={() => setDoing(null)}
      />
      {doing === 'password' && (
        <ConfirmPassword
          text={t('passkeys.passwordToRemove')}
          label={t('passkeys.remove', { name })}
          send={async (password) => {
            const answer = await removePasskey(passkey.id, password)
            if (answer.ok) onRemoved()
            return answer
          }}
          onCancel={() => {
            setDoing(null)
            renameButton.current?.focus()
          }}
        />
      )}
    </>
  )
}

function Rename({ passkey, onDone }: { passkey: Passkey; onDone: (name: string | null) => void }) {
  const { t } = useTranslation()
  const form = useForm({
    names: ['name'],
    send: async (read) => {
      const name = read('name').trim()
      const answer = await call('renamePasskey', { params: { id: passkey.id }, body: { name } })
      if (answer.ok) onDone(name)
      return answer
    },
  })
  return (
    <div className={css.form}>
      <Form form={form} action={t('passkeys.save')} label={t('passkeys.rename', { name: passkey.name })}>
        <TextField
          name="name"
          label={t('passkeys.name')}
          defaultValue={passkey.name}
          autoFocus
          required
          error={form.errors.name}
        />
      </Form>
      <Button tone="quiet" className={css.keep} onClick={() => onDone(null)}>
        {t('state.cancel')}
      </Button>
    </div>
  )
}

/** Removes a passkey. If the passkey does not exist any more, the result is also a success. */
async function removePasskey(id: string, password?: string): Promise<Answer<unknown>> {
  const answer = await call('removePasskey', {
    params: { id },
    ...(password !== undefined && { body: { password } }),
  })
  return !answer.ok && answer.error.code === 'not-found' ? { ok: true, value: {} } : answer
}

type RemoveProps = {
  passkey: Passkey
  open: boolean
  onRemoved: () => void
  /** Is called when the server requires the password first. */
  onPassword: () => void
  onCancel: () => void
}

function Remove({ passkey: { id, name }, open, onRemoved, onPassword, onCancel }: RemoveProps) {
  const { t } = useTranslation()
  const { state, run } = useAction()
  const remove = async () => {
    const answer = await run(() => removePasskey(id))
    if (!answer) return
    if (needsPassword(answer)) return onPassword()
    onCancel()
    if (!answer.ok) return void showToast({ text: errorText(t, answer), tone: 'bad' })
    onRemoved()
  }
  return (
    <ConfirmDialog
      open={open}
      title={t('passkeys.removeTitle', { name })}
      text={t('passkeys.removeText')}
      action={t('passkeys.removeAction')}
      state={state}
      onConfirm={() => void remove()}
      onCancel={onCancel}
    />
  )
}

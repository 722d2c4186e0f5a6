import { NICKNAME_MAX_LENGTH } from '@jointly/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { storedGuest, storeGuest } from '../../../shared/browser/stored-guest.ts'
import { useStore } from '../../../shared/store/store.ts'
import { Form } from '../../../shared/ui/forms/Form.tsx'
import { TextField } from '../../../shared/ui/forms/TextField.tsx'
import { useForm } from '../../../shared/ui/forms/use-form.ts'
import { useFocusReturn } from '../../../shared/ui/layout/use-focus-return.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { SettingsEntry } from '../SettingsEntry.tsx'
import css from '../SettingsScreen.module.css'

/** The settings entry that changes the nickname of the guest (G9). */
export function NicknameEntry({ nickname }: { nickname: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const button = useFocusReturn(isOpen)
  return (
    <>
      <SettingsEntry
        ref={button}
        icon="edit"
        title={t('nickname.title')}
        text={t('nickname.text')}
        expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      />
      {isOpen && <NicknameForm nickname={nickname} onDone={() => setOpen(false)} />}
    </>
  )
}

function NicknameForm({ nickname, onDone }: { nickname: string; onDone: () => void }) {
  const { t } = useTranslation()
  const form = useForm({
    names: ['nickname'],
    async send(read) {
      const answer = await call('renameGuest', { body: { nickname: read('nickname') } })
      if (answer.ok) {
        const { username } = answer.value
        const stored = storedGuest()
        if (stored) storeGuest({ ...stored, nickname: username })
        useStore.setState({ user: answer.value })
      }
      return answer
    },
    onSuccess: () => {
      showToast({ text: t('nickname.done'), tone: 'good' })
      onDone()
    },
  })
  return (
    <div className={css.form}>
      <Form form={form} action={t('nickname.save')} label={t('nickname.title')}>
        <TextField
          name="nickname"
          label={t('guest.nickname')}
          defaultValue={nickname}
          maxLength={NICKNAME_MAX_LENGTH}
          autoComplete="nickname"
          required
          error={form.errors.nickname}
        />
      </Form>
    </div>
  )
}

import type { Invitation } from '@jointly/contract'
import { NICKNAME_MAX_LENGTH } from '@jointly/domain'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fittingShell } from '../../shared/browser/screen-after-login.ts'
import { allowSound } from '../../shared/browser/sound/page-audio.ts'
import { storedGuest } from '../../shared/browser/stored-guest.ts'
import { useEnter } from '../../shared/browser/layout/use-enter.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { takeTarget } from '../../shared/browser/login-target.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { TextField } from '../../shared/ui/forms/TextField.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { suggestNickname } from './suggest-nickname.ts'

type GuestFormProps = {
  invitation: Invitation
  /** Is called when the session does not accept guests any more. */
  onRefused: () => void
}

/** Asks a guest for a nickname and opens the session with sound (G8). The field already contains a suggestion. */
export function GuestForm({ invitation: { ssid }, onRefused }: GuestFormProps) {
  const { t } = useTranslation()
  const enter = useEnter()
  const [suggestion] = useState(
    () => storedGuest()?.nickname ?? suggestNickname(t('guest.names'), Math.random),
  )
  const form = useForm({
    names: ['nickname'],
    send: async (read) => {
      allowSound()
      const { joinAsGuest } = await import('./join-as-guest.ts')
      const answer = await joinAsGuest(read('nickname'), ssid)
      // After the invitation was loaded, the session may have ended or may have excluded guests.
      if (!answer.ok && (answer.error.code === 'not-found' || answer.error.code === 'no-guests')) onRefused()
      return answer
    },
    refusalTexts: { 'too-many': t('guest.full') },
    onSuccess: () => {
      takeTarget()
      enter(fittingShell() + screenPath.session(ssid))
    },
  })
  return (
    <Form form={form} action={t('guest.listen')} icon="play" label={t('guest.form')}>
      <TextField
        name="nickname"
        label={t('guest.nickname')}
        hint={t('guest.nicknameHint')}
        defaultValue={suggestion}
        maxLength={NICKNAME_MAX_LENGTH}
        autoComplete="nickname"
        enterKeyHint="go"
        required
        error={form.errors.nickname}
      />
    </Form>
  )
}

import type { AnswerOf, Routes } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { momentText } from '../../shared/i18n/moment-text.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { CopyField } from '../../shared/ui/forms/CopyField.tsx'
import { focusOnMount } from '../../shared/ui/forms/focus-on-mount.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { PasswordField } from '../../shared/ui/forms/PasswordField.tsx'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { SwitchField } from '../../shared/ui/forms/SwitchField.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { TextField } from '../../shared/ui/forms/TextField.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import css from './SettingsScreen.module.css'
import { needsPassword } from './needs-password.ts'

type ResetLink = AnswerOf<Routes['createResetLink']>

/**
 * Creates a reset link for a person who forgot their password. Only a person of level 735 sees this screen (A14).
 */
export function ResetLinkScreen() {
  const { t } = useTranslation()
  const [made, setMade] = useState<ResetLink | null>(null)
  const [isAnother, setIsAnother] = useState(false)
  const makeAnother = () => {
    setMade(null)
    setIsAnother(true)
  }
  return (
    <Screen
      title={t('settings.resetLink')}
      intro={t('resetLink.intro')}
      back={<BackLink to={screenPath.settings()} />}
    >
      {made ? (
        <NewLink made={made} onAnother={makeAnother} />
      ) : (
        <LinkForm isAnother={isAnother} onMade={setMade} />
      )}
    </Screen>
  )
}

function LinkForm({ isAnother, onMade }: { isAnother: boolean; onMade: (made: ResetLink) => void }) {
  const { t } = useTranslation()
  const [asksPassword, setAsksPassword] = useState(false)
  const [endsLogins, setEndsLogins] = useState(false)
  const form = useForm({
    names: ['username', 'password'],
    send: async (read) => {
      const password = read('password')
      const body = {
        username: read('username'),
        ...(password && { password }),
        ...(endsLogins && { endLogins: true }),
      }
      const answer = await call('createResetLink', { body })
      if (answer.ok) onMade(answer.value)
      else if (needsPassword(answer)) setAsksPassword(true)
      return answer
    },
  })
  return (
    <div className={css.plainForm}>
      <Form form={form} action={t('resetLink.make')} label={t('settings.resetLink')}>
        <TextField
          name="username"
          label={t('resetLink.name')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={isAnother}
          required
          error={form.errors.username}
        />
        <SwitchField
          label={t('resetLink.endLogins')}
          detail={t('resetLink.endLoginsText')}
          checked={endsLogins}
          onChange={setEndsLogins}
        />
        {asksPassword && <PasswordField label={t('resetLink.password')} error={form.errors.password} />}
      </Form>
    </div>
  )
}

function NewLink({ made, onAnother }: { made: ResetLink; onAnother: () => void }) {
  const { t } = useTranslation()
  const { username, link, validUntil } = made
  return (
    <div className={css.made}>
      <p ref={focusOnMount} tabIndex={-1}>
        {t('resetLink.send', { name: username, when: momentText(validUntil) })}
      </p>
      <CopyField
        value={link}
        label={t('resetLink.link', { name: username })}
        copy={t('resetLink.copy')}
        copied={t('resetLink.copied')}
        failed={t('resetLink.copyFailed')}
      />
      <p className="secondary-small">{t('resetLink.once')}</p>
      <Button onClick={onAnother}>{t('resetLink.another')}</Button>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { storeGuest } from '../../shared/browser/guest.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { markReturning } from '../../shared/browser/returning.ts'
import { takeTarget } from '../../shared/browser/target.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { useStore } from '../../shared/store/store.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import {
  checkRegistration,
  RegistrationFields,
  readRegistration,
  registrationNames,
} from '../../shared/ui/forms/RegistrationFields.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { usernameFrom } from './guest/username-from.ts'
import css from './SettingsScreen.module.css'

/** Turns the guest into a person with an account. The login, the votes and the open session stay (G6). */
export function UpgradeForm({ nickname }: { nickname: string }) {
  const { t } = useTranslation()
  const go = useGo()
  const form = useForm({
    names: registrationNames,
    check: checkRegistration,
    async send(read) {
      const { email, ...account } = readRegistration(read)
      const answer = await call('upgradeGuest', { body: { ...account, ...(email && { email }) } })
      if (answer.ok) {
        storeGuest(null)
        markReturning()
        useStore.setState({ user: answer.value })
      }
      return answer
    },
    onSuccess: () => {
      showToast({ text: t('toAccount.done'), tone: 'good' })
      // Opens the session that the person could not enter while they were a guest (G5).
      const target = takeTarget()
      if (target?.kind === 'session') go(screenPath.session(target.ssid))
    },
  })
  return (
    <section className={css.upgrade} aria-labelledby="to-account">
      <h2 id="to-account">{t('toAccount.title')}</h2>
      <p className="secondary">{t('toAccount.text')}</p>
      <Form form={form} action={t('toAccount.title')} label={t('toAccount.title')}>
        <RegistrationFields errors={form.errors} username={usernameFrom(nickname)} isEmailOptional />
      </Form>
    </section>
  )
}

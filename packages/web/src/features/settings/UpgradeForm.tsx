import { useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { screenPath } from '../../shared/browser/paths.ts'
import { takeTarget } from '../../shared/browser/login-target.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { upgradeGuest } from '../../shared/store/upgrade-guest.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import {
  checkRegistration,
  RegistrationFields,
  readRegistration,
  registrationNames,
} from '../../shared/ui/forms/RegistrationFields.tsx'
import { TextField } from '../../shared/ui/forms/TextField.tsx'
import { ticketCode } from '../../shared/ui/forms/ticket-code.ts'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { usernameFrom } from './guest/username-from.ts'
import css from './SettingsScreen.module.css'

const names = [...registrationNames, 'ticket'] as const

/**
 * The form that converts the guest to a person with an account. The login, the votes and the open session stay
 * (G6). Then the session opens that the person could not enter as a guest (G5). Without such a session, the
 * previous screen opens.
 * @param isByTicket whether the server requires a ticket
 */
export function UpgradeForm({ nickname, isByTicket }: { nickname: string; isByTicket: boolean }) {
  const { t } = useTranslation()
  const go = useGo()
  const { history } = useRouter()
  const form = useForm<(typeof names)[number]>({
    names,
    check: checkRegistration,
    send(read) {
      const { email, ...account } = readRegistration(read)
      const ticket = isByTicket && ticketCode(read('ticket'))
      return upgradeGuest({ ...account, ...(email && { email }), ...(ticket && { ticket }) })
    },
    onSuccess: () => {
      showToast({ text: t('toAccount.done'), tone: 'good' })
      // Opens the session that the person could not enter as a guest (G5).
      const target = takeTarget()
      if (target?.kind === 'session') go(screenPath.session(target.ssid), { replace: true })
      else if (history.canGoBack()) history.back()
      else go(screenPath.home(), { replace: true })
    },
  })
  return (
    <section className={css.upgrade} aria-labelledby="to-account">
      <h2 id="to-account">{t('toAccount.title')}</h2>
      <p className="secondary">{t('toAccount.text')}</p>
      {isByTicket && <p className="secondary">{t('toAccount.ticket')}</p>}
      <Form form={form} action={t('toAccount.title')} label={t('toAccount.title')}>
        {isByTicket && (
          <TextField
            name="ticket"
            label={t('toAccount.ticketField')}
            hint={t('toAccount.ticketHint')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            error={form.errors.ticket}
          />
        )}
        <RegistrationFields errors={form.errors} username={usernameFrom(nickname)} isEmailOptional />
      </Form>
    </section>
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rememberedTarget } from '../../shared/browser/login-target.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { register, registrationMode } from './log-in.ts'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './login.module.css'
import {
  checkRegistration,
  RegistrationFields,
  readRegistration,
  registrationNames,
} from '../../shared/ui/forms/RegistrationFields.tsx'

/** The registration form. If the server requires a ticket, the form is replaced by a text about tickets (A5). */
export function RegisterForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const target = rememberedTarget()
  const [mode, setMode] = useState<'open' | 'ticket'>('open')
  useEffect(() => {
    void registrationMode().then((known) => known && setMode(known))
  }, [])
  const form = useForm({
    names: registrationNames,
    check: checkRegistration,
    send: (read) => register(readRegistration(read)),
    onSuccess: () => void navigate({ to: '/load', replace: true }),
  })
  return (
    <div className={css.card}>
      <PageHeading
        level={2}
        className={css.title}
        title={t(mode === 'open' ? 'register.title' : 'register.ticketTitle')}
      />
      {mode === 'open' ? (
        <>
          {target && (
            <p className={css.reason}>
              {t(target.kind === 'session' ? 'register.toSession' : 'register.toStart')}
            </p>
          )}
          <Form form={form} action={t('register.create')} label={t('register.title')}>
            <RegistrationFields errors={form.errors} />
          </Form>
        </>
      ) : (
        <p className="secondary">{t('register.ticketText')}</p>
      )}
      <p className={css.aside}>
        {t('register.known')} <Link to="/login">{t('register.toLogin')}</Link>
      </p>
    </div>
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rememberedTarget } from '../../shared/browser/login-target.ts'
import { registrationMode } from './log-in.ts'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './login.module.css'
import { NewAccountForm } from './NewAccountForm.tsx'

/** The registration form. If the server requires a ticket, the form is replaced by a text about tickets (A5). */
export function RegisterForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const card = useRef<HTMLDivElement>(null)
  const target = rememberedTarget()
  const [mode, setMode] = useState<'open' | 'ticket'>('open')
  useEffect(() => {
    void registrationMode().then((known) => known && setMode(known))
  }, [])
  return (
    <div ref={card} className={css.card}>
      <PageHeading
        level={2}
        className={css.title}
        title={t(mode === 'open' ? 'register.title' : 'register.ticketTitle')}
      />
      {mode === 'open' ? (
        <NewAccountForm
          card={card}
          intro={
            target && (
              <p className={css.reason}>
                {t(target.kind === 'session' ? 'register.toSession' : 'register.toStart')}
              </p>
            )
          }
          action={t('register.create')}
          label={t('register.title')}
          onCreated={() => void navigate({ to: '/load', replace: true })}
        />
      ) : (
        <p className="secondary">{t('register.ticketText')}</p>
      )}
      <p className={css.aside}>
        {t('register.known')} <Link to="/login">{t('register.toLogin')}</Link>
      </p>
    </div>
  )
}

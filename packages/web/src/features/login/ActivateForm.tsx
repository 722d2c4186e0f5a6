import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { storedUsername } from '../../shared/browser/stored-username.ts'
import { storedToken } from '../../shared/browser/token.ts'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './login.module.css'
import { NewAccountForm } from './NewAccountForm.tsx'

/**
 * The page for the ticket whose code is in the address (A6). After the claim, the login screen opens. `created:
 * 'other'` means that the login failed while another person is logged in on this device.
 */
export function ActivateForm({ code }: { code: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const card = useRef<HTMLDivElement>(null)
  return (
    <div ref={card} className={css.card}>
      <PageHeading level={2} className={css.title} title={t('activate.title')} />
      <NewAccountForm
        card={card}
        ticket={code}
        intro={<p className="secondary">{t('activate.text')}</p>}
        action={t('activate.claim')}
        label={t('activate.title')}
        onCreated={({ username }) => {
          const isOther = storedToken() !== null && storedUsername() !== username
          void navigate({ to: '/login', search: { created: isOther ? 'other' : true }, replace: true })
        }}
      />
    </div>
  )
}

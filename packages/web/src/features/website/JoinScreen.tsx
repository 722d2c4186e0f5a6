import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { buttonClass } from '../../shared/ui/buttons/Button.tsx'
import { LogoMark } from '../../shared/ui/media/Logo.tsx'
import css from './pages.module.css'

/** 'Coming Soon', and a link to the registration where it is open (A5). */
export function JoinScreen() {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    void call('provider').then((answer) => setOpen(answer.ok && answer.value.registration === 'open'))
  }, [])
  return (
    <article className={`${css.page} ${css.centre}`}>
      <LogoMark size={120} />
      <h1 className={css.title}>{t('join.title')}</h1>
      <p className={css.lead}>{t('join.text')}</p>
      {open && (
        <>
          <p className={css.text}>{t('join.open')}</p>
          <Link to="/form" className={buttonClass({ tone: 'primary', size: 'l' })}>
            {t('join.create')}
          </Link>
        </>
      )}
    </article>
  )
}

import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { focusOnMount } from '../../shared/ui/forms/focus-on-mount.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { Spinner } from '../../shared/ui/states/Spinner.tsx'
import { TextField } from '../../shared/ui/forms/TextField.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import { useLoad } from '../../shared/ui/states/use-load.ts'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './login.module.css'

const loadServer = (signal: AbortSignal) => call('provider', { signal })

/**
 * The help for a forgotten password. On a server with e-mail, the person gets a link by e-mail. Otherwise a text
 * says whom to ask (A15).
 */
export function ForgotForm() {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(loadServer)
  return (
    <div className={css.card}>
      <PageHeading level={2} className={css.title} title={t('forgot.title')} />
      {loading.state === 'loading' && (
        <p role="status">
          <Spinner />
          <span className="visually-hidden">{t('state.loading')}</span>
        </p>
      )}
      {loading.state === 'failed' && (
        <>
          <p role="alert">{errorText(t, loading.refused)}</p>
          <Button icon="refresh" onClick={reload}>
            {t('state.retry')}
          </Button>
        </>
      )}
      {loading.state === 'ready' &&
        (loading.value.resetMail ? <MailForm /> : <p className="secondary">{t('forgot.ask')}</p>)}
      <p className={css.aside}>
        <Link to="/login">{t('forgot.back')}</Link>
      </p>
    </div>
  )
}

function MailForm() {
  const { t } = useTranslation()
  const [isSent, setIsSent] = useState(false)
  const form = useForm({
    names: ['who'],
    send: (read) => call('mailResetLink', { body: { who: read('who') } }),
    onSuccess: () => setIsSent(true),
  })
  if (isSent)
    return (
      <p ref={focusOnMount} className={css.reason} tabIndex={-1}>
        {t('forgot.sent')}
      </p>
    )
  return (
    <>
      <p className="secondary">{t('forgot.text')}</p>
      <Form form={form} action={t('forgot.send')} label={t('forgot.title')}>
        <TextField
          name="who"
          label={t('forgot.who')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.errors.who}
        />
      </Form>
    </>
  )
}

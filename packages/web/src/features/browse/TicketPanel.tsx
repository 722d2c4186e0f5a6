import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText } from '../../shared/api/error-text.ts'
import { Button } from '../../shared/ui/Button.tsx'
import { showToast } from '../../shared/ui/toast.ts'
import { useAction } from '../../shared/ui/use-action.ts'
import css from './TicketPanel.module.css'

/** Creates one ticket after the other and shows the link to send (A6). */
export function TicketPanel() {
  const { t } = useTranslation()
  const [link, setLink] = useState<string | null>(null)
  const { state, run } = useAction<{ link: string }>()
  const create = async () => {
    const answer = await run(() => call('createTicket'))
    if (answer?.ok) setLink(answer.value.link)
    else if (answer) showToast({ text: errorText(t, answer), tone: 'bad' })
  }
  const copy = (text: string) =>
    navigator.clipboard.writeText(text).then(
      () => showToast({ text: t('browse.copied'), tone: 'good' }),
      () => showToast({ text: t('browse.notCopied'), tone: 'bad' }),
    )
  return (
    <div className={css.panel}>
      <Button tone="primary" size="l" icon="ticket" state={state} onClick={() => void create()}>
        {t('browse.create')}
      </Button>
      <div role="status" className={css.ticket}>
        {link && (
          <>
            <p>{t('browse.link')}</p>
            <a href={link} className={css.link}>
              {link}
            </a>
            <Button icon="copy" onClick={() => void copy(link)}>
              {t('browse.copy')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}

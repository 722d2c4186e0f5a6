import { Title } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { loadInvites } from '../../shared/store/load-lists.ts'
import { Form } from '../../shared/ui/forms/Form.tsx'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { Cover } from '../../shared/ui/media/Cover.tsx'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { SwitchField } from '../../shared/ui/forms/SwitchField.tsx'
import { TextField } from '../../shared/ui/forms/TextField.tsx'
import { useForm } from '../../shared/ui/forms/use-form.ts'
import css from './EditScreen.module.css'

/**
 * The form that creates a session and then opens it. If the person chose a managed session, the upgrade screen
 * opens first (S3).
 */
export function EditScreen() {
  const { t } = useTranslation()
  const go = useGo()
  const [managed, setManaged] = useState(false)
  const [isPrivate, setPrivate] = useState(false)
  const [title, setTitle] = useState('')
  const form = useForm({
    names: ['title'],
    check: (read) => (Title.safeParse(read('title')).success ? {} : { title: 'title' }),
    send: async (read) => {
      const answer = await call('createSession', {
        body: { title: read('title').trim(), managed, isPrivate },
      })
      if (answer.ok) {
        const { id } = answer.value
        void loadInvites()
        go(managed ? screenPath.upgrade(id) : screenPath.session(id), { replace: true })
      }
      return answer
    },
  })
  return (
    <Screen wide title={t('edit.title')} intro={t('edit.intro')} back={<BackLink />}>
      <div
        className={css.sheet}
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement && target.name === 'title') setTitle(target.value.trim())
        }}
      >
        <Form form={form} action={t('edit.save')} label={t('edit.title')}>
          <TextField
            name="title"
            label={t('edit.name')}
            hint={t('edit.nameHint', { example: t('edit.example') })}
            autoComplete="off"
            required
            error={form.errors.title}
          />
          <div>
            <SwitchField
              label={t('edit.managed')}
              detail={t('edit.managedText')}
              checked={managed}
              onChange={setManaged}
            />
            <SwitchField
              label={t('edit.private')}
              detail={t('edit.privateText')}
              checked={isPrivate}
              onChange={setPrivate}
            />
          </div>
        </Form>
        <Preview title={title} isPrivate={isPrivate} />
      </div>
    </Screen>
  )
}

/** The preview of the new session, beside the form on a wide screen. */
function Preview({ title, isPrivate }: { title: string; isPrivate: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={css.preview} aria-hidden>
      <Cover src={null} seed={title} size="fill" className={css.cover} />
      <strong className={css.previewTitle} dir="auto">
        {title || t('edit.example')}
      </strong>
      <span className={css.previewText}>
        <Icon name={isPrivate ? 'lock' : 'link'} size={16} />
        {t(isPrivate ? 'session.options.policyText.invite' : 'session.options.policyText.link')}
      </span>
    </div>
  )
}

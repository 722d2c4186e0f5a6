import type { Answer } from '@jointly/contract'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { loadCalls } from '../../api/load-calls.ts'
import { fittingShell } from '../../browser/screen-after-login.ts'
import { screenPath } from '../../browser/paths.ts'
import { Form } from './Form.tsx'
import { TextField } from './TextField.tsx'
import { useForm } from './use-form.ts'
import css from './CodeForm.module.css'
import { isMistyped, readTypedCode } from './typed-code.ts'

const EXAMPLE = 'ABC 234'

/** The longest text that can be entered. It is longer than a code, because people also paste links here. */
const MAX_LENGTH = 300

/**
 * The field for a session code (J6). When the code is complete, the app looks for its session without a press.
 * @param unknown a code that leads to no open session; the field shows it with the error
 */
export function CodeForm({ unknown = '' }: { unknown?: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const found = useRef('')
  const tried = useRef('')
  const form = useForm({
    names: ['code'],
    check: (read) => (readTypedCode(read('code')).kind === 'mistyped' ? { code: 'code' } : {}),
    checkTyped: (read) => (isMistyped(read('code')) ? { code: 'code' } : {}),
    async send(read) {
      const answer = await findSession(read('code'))
      if (answer.ok) found.current = answer.value
      return answer
    },
    onSuccess: () => void navigate({ to: fittingShell() + screenPath.session(found.current) }),
    ...(unknown && {
      initialErrors: { code: readTypedCode(unknown).kind === 'mistyped' ? 'code' : 'noSession' },
    }),
  })

  function submitWhenComplete({ currentTarget: { value, form } }: FormEvent<HTMLInputElement>): void {
    if (readTypedCode(value).kind === 'mistyped' || value === tried.current) return
    tried.current = value
    form?.requestSubmit()
  }

  return (
    <Form form={form} action={t('code.open')} label={t('code.title')}>
      <TextField
        name="code"
        className={css.code}
        label={t('code.label')}
        hint={t('code.hint')}
        placeholder={EXAMPLE}
        defaultValue={unknown}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={MAX_LENGTH}
        required
        error={form.errors.code}
        onInput={submitWhenComplete}
      />
    </Form>
  )
}

/**
 * Finds the id of the session to which a typed code or link leads. If a code leads to no open session, the field
 * shows an error. A link is not checked here.
 */
async function findSession(typed: string): Promise<Answer<string>> {
  const named = readTypedCode(typed)
  if (named.kind === 'link') return { ok: true, value: named.ssid }
  const { call } = await loadCalls()
  const answer = await call('invitation', { query: { code: named.kind === 'code' ? named.code : '' } })
  if (answer.ok) return { ok: true, value: answer.value.ssid }
  if (answer.error.code !== 'not-found') return answer
  return { ...answer, error: { ...answer.error, fields: { code: 'noSession' } } }
}

import type { AnswerOf, Passkey, Routes } from '@jointly/contract'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { screenPath } from '../../../shared/browser/paths.ts'
import { listPanel } from '../../../shared/ui/layout/Panel.tsx'
import { Screen } from '../../../shared/ui/layout/Screen.tsx'
import { BackLink } from '../../../shared/ui/buttons/ShellLink.tsx'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import { ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import css from '../SettingsScreen.module.css'
import { AddPasskey } from './AddPasskey.tsx'
import { PasskeyRow } from './PasskeyRow.tsx'

const loadPasskeys = (signal: AbortSignal) => call('passkeys', { signal })

/** The person's passkeys, with a form to add one of this device (A13). */
export function PasskeysScreen() {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(loadPasskeys)
  return (
    <Screen
      title={t('settings.passkeys')}
      intro={t('passkeys.intro')}
      back={<BackLink to={screenPath.settings()} />}
    >
      {loading.state === 'loading' && (
        <div role="status" aria-label={t('passkeys.loading')}>
          <SkeletonRows count={2} />
        </div>
      )}
      {loading.state === 'failed' && <ErrorState refused={loading.refused} onRetry={reload} />}
      {loading.state === 'ready' && <Passkeys {...loading.value} />}
    </Screen>
  )
}

function Passkeys({ rpId, passkeys }: AnswerOf<Routes['passkeys']>) {
  const { t } = useTranslation()
  const [list, setList] = useState<readonly Passkey[]>(passkeys)
  const screen = useRef<HTMLElement>(null)
  const rename = (id: string, name: string) =>
    setList((before) => before.map((one) => (one.id === id ? { ...one, name } : one)))
  const removeRow = (id: string) => {
    // When the dialog closes, it returns the focus to a button in the removed row. So the screen sets the focus
    // after that.
    flushSync(() => setList((before) => before.filter((one) => one.id !== id)))
    queueMicrotask(() => screen.current?.focus())
  }
  return (
    <section ref={screen} className={listPanel} aria-label={t('settings.passkeys')} tabIndex={-1}>
      {list.length === 0 && <p className={css.alone}>{t('passkeys.empty')}</p>}
      {list.length > 0 && (
        <ul className={css.logins}>
          {list.map((passkey) => (
            <li key={passkey.id}>
              <PasskeyRow
                passkey={passkey}
                onRenamed={(name) => rename(passkey.id, name)}
                onRemoved={() => removeRow(passkey.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <AddPasskey rpId={rpId} onAdded={(passkey) => setList((before) => [...before, passkey])} />
    </section>
  )
}

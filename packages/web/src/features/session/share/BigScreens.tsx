import type { Answer, Session, Stage } from '@jointly/contract'
import { CODE_PATTERN, normalizeCode } from '@jointly/domain'
import { type FormEvent, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { useProvider } from '../../../shared/api/use-provider.ts'
import { dayText } from '../../../shared/i18n/moment-text.ts'
import { storeStage } from '../../../shared/browser/stage-secret.ts'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { useAction } from '../../../shared/ui/buttons/use-action.ts'
import { useReportedAction } from '../../../shared/ui/buttons/use-reported-action.ts'
import { SwitchField } from '../../../shared/ui/forms/SwitchField.tsx'
import { TextField } from '../../../shared/ui/forms/TextField.tsx'
import { HeadingLevel } from '../../../shared/ui/layout/heading-level.ts'
import { StaleNote } from '../../../shared/ui/states/StaleNote.tsx'
import { ErrorState } from '../../../shared/ui/states/StateNote.tsx'
import { useLoad } from '../../../shared/ui/states/use-load.ts'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { scrollIntoView } from '../../../shared/ui/layout/scroll-into-view.ts'
import css from './BigScreens.module.css'
import { ScreenRow } from './ScreenRow.tsx'

const EXAMPLE = 'ABC 234'

/**
 * The big screens of a session (X10). A person opens a screen on this device or pairs another screen by its code, and
 * chooses whether the screen plays sound.
 */
export function BigScreens({ session: { uuid: ssid, code } }: { session: Session }) {
  const { t } = useTranslation()
  const { loading, reload } = useLoad(
    useCallback((signal: AbortSignal) => call('stages', { params: { ssid }, signal }), [ssid]),
  )
  const provider = useProvider()
  const canSound = provider?.directLink === true
  // The screen is another device, so it needs the address that others can open (J8).
  const { host } = new URL(provider?.linkOrigin ?? location.origin)
  const [sound, setSound] = useState(false)
  const [openedMs] = useState(() => Date.now())
  const stages = loading.state === 'ready' ? loading.value : []
  return (
    <section className={css.screens} aria-labelledby="big-screens" tabIndex={-1}>
      <h3 id="big-screens" className="heading-large">
        {t('session.stages.title')}
      </h3>
      <p className={css.text}>{t('session.stages.text', { address: `${host}/#/stage` })}</p>
      <PairForm ssid={ssid} sound={sound} onPaired={reload} />
      {canSound && (
        <SwitchField
          label={t('session.stages.sound')}
          detail={t('session.stages.soundText')}
          checked={sound}
          onChange={setSound}
        />
      )}
      <OpenHere ssid={ssid} code={code} sound={sound} onPaired={reload} />
      {loading.state === 'failed' ? (
        <HeadingLevel value={4}>
          <ErrorState refused={loading.refused} onRetry={reload} />
        </HeadingLevel>
      ) : (
        <StaleNote loading={loading} onRetry={reload} />
      )}
      {stages.length > 0 && (
        <ul className={css.list} aria-label={t('session.stages.list')}>
          {stages.map((stage) => (
            <ScreenRow
              key={stage.id}
              stage={stage}
              lastOnText={dayText(stage.usedAt, openedMs)}
              ssid={ssid}
              canSound={canSound}
              onChanged={reload}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type PairingProps = { ssid: string; sound: boolean; onPaired: () => void }

/** The form for the code that a big screen shows. */
function PairForm({ ssid, sound, onPaired }: PairingProps) {
  const { t } = useTranslation()
  const { state, run } = useAction()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()

  async function pair(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (code.trim() === '') return setError(t('field.required'))
    if (!CODE_PATTERN.test(normalizeCode(code))) return setError(t('session.stages.unknown'))
    const answer = await run(() => call('pairStage', { params: { ssid }, body: { code, sound } }))
    if (answer === null) return
    if (answer.ok) {
      setCode('')
      showToast({ text: t('session.stages.connected') })
      onPaired()
    } else setError(answer.error.code === 'invalid' ? t('session.stages.unknown') : errorText(t, answer))
  }

  return (
    <form
      ref={error === undefined ? null : scrollIntoView}
      className={css.pair}
      onSubmit={(event) => void pair(event)}
      noValidate
    >
      <TextField
        className={css.code}
        label={t('session.stages.code')}
        value={code}
        error={error}
        placeholder={EXAMPLE}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        onChange={({ target }) => {
          setCode(target.value)
          setError(undefined)
        }}
      />
      <Button type="submit" tone="primary" state={state}>
        {t('session.stages.connect')}
      </Button>
    </form>
  )
}

/** The button that opens a big screen in a new window of this device and pairs it. So nobody needs to type a code. */
function OpenHere({ ssid, code, sound, onPaired }: PairingProps & { code: string }) {
  const { t } = useTranslation()
  const { state, run } = useReportedAction()

  function open(): void {
    // The window opens before the requests, because browsers block a window that opens later after a press.
    window.open(`/#/stage/${code}`, '_blank', 'noopener')
    void run(() => createAndPair(ssid, code, sound), onPaired)
  }
  return (
    <Button icon="open" state={state} onClick={open}>
      {t('session.stages.here')}
    </Button>
  )
}

/**
 * Creates a big screen and pairs it with the session. The secret of the screen is stored in this browser, where the
 * new window reads it.
 */
async function createAndPair(ssid: string, code: string, sound: boolean): Promise<Answer<Stage[]>> {
  const created = await call('createStage')
  if (!created.ok) return created
  const body = { code: created.value.code, sound }
  const paired = await call('pairStage', { params: { ssid }, body })
  if (paired.ok) storeStage(code, created.value.secret)
  return paired
}

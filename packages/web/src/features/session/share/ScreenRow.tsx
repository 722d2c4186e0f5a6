import { type Answer, type Stage, STAGE_NAME_LENGTH } from '@jointly/contract'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../shared/api/call.ts'
import { errorText } from '../../../shared/api/error-text.ts'
import { type ButtonState, IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { useAction } from '../../../shared/ui/buttons/use-action.ts'
import { focusOnMount } from '../../../shared/ui/forms/focus-on-mount.ts'
import { TextField } from '../../../shared/ui/forms/TextField.tsx'
import { Icon } from '../../../shared/ui/media/Icon.tsx'
import { showToast } from '../../../shared/ui/toasts/toast.ts'
import { scrollIntoView } from '../../../shared/ui/layout/scroll-into-view.ts'
import { neighbourWith, useFocusHandover } from '../../../shared/ui/layout/use-focus-handover.ts'
import { useFocusReturn } from '../../../shared/ui/layout/use-focus-return.ts'
import css from './BigScreens.module.css'

type ScreenRowProps = {
  stage: Stage
  /** The text with the time at which the screen was on last. */
  lastOnText: string
  ssid: string
  canSound: boolean
  onChanged: () => void
}

const neighbourOf = neighbourWith('button')

/** A paired big screen: its name or number, whether it is on, a switch for its sound, and a button that removes it (X10). */
export function ScreenRow({ stage, lastOnText, ssid, canSound, onChanged }: ScreenRowProps) {
  const { t } = useTranslation()
  const { state, run } = useAction()
  const [isNaming, setNaming] = useState(false)
  const rename = useFocusReturn(isNaming)
  const row = useFocusHandover<HTMLLIElement>(neighbourOf)
  const { id, sound, number } = stage
  const name = stage.name ?? t('session.stages.name', { number })
  const params = { ssid, id }
  /** Sends a change and shows why it was refused. @returns whether it succeeded */
  async function change(start: () => Promise<Answer<Stage[]>>): Promise<boolean> {
    const answer = await run(start)
    if (answer && !answer.ok) showToast({ text: errorText(t, answer), tone: 'bad' })
    onChanged()
    return answer?.ok === true
  }
  async function saveName(typed: string): Promise<void> {
    // If the name is empty, null is sent. Then the screen shows its number instead.
    const body = { name: typed.trim() || null }
    if (await change(() => call('changeStage', { params, body }))) setNaming(false)
  }
  if (isNaming)
    return (
      <li ref={row} className="hstack">
        <NameField
          name={stage.name ?? ''}
          placeholder={t('session.stages.name', { number })}
          state={state}
          onSave={(typed) => void saveName(typed)}
          onCancel={() => setNaming(false)}
        />
      </li>
    )
  return (
    <li ref={row} className={css.row}>
      <Icon name="devices" />
      <span className={css.name}>
        <span dir="auto">{name}</span>
        <span className={css.when}>
          {stage.isOn ? t('session.stages.on') : t('session.stages.lastOn', { when: lastOnText })}
        </span>
      </span>
      <span className={css.actions}>
        <IconButton
          ref={rename}
          icon="edit"
          label={t('session.stages.rename', { name })}
          onClick={() => setNaming(true)}
        />
        {canSound && (
          <IconButton
            icon={sound ? 'volume' : 'volume_off'}
            label={t(sound ? 'session.stages.silence' : 'session.stages.unsilence', { name })}
            onClick={() => void change(() => call('changeStage', { params, body: { sound: !sound } }))}
          />
        )}
        <IconButton
          icon="delete"
          state={state === 'loading' ? 'loading' : 'default'}
          label={t('session.stages.remove', { name })}
          onClick={() => void change(() => call('removeStage', { params }))}
        />
      </span>
    </li>
  )
}

type NameFieldProps = {
  name: string
  placeholder: string
  state: ButtonState
  onSave: (name: string) => void
  onCancel: () => void
}

/** The input for the name of a screen. Enter saves the name, and Escape discards it. */
function NameField({ name, placeholder, state, onSave, onCancel }: NameFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  function submit(event: FormEvent): void {
    event.preventDefault()
    onSave(typed)
  }
  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return
    // Without this call, Escape would also close the dialog.
    event.stopPropagation()
    onCancel()
  }
  return (
    <form ref={scrollIntoView} className={css.naming} onSubmit={submit} noValidate>
      <TextField
        ref={focusOnMount}
        className={css.code}
        label={t('session.stages.newName')}
        value={typed}
        placeholder={placeholder}
        maxLength={STAGE_NAME_LENGTH}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={onKey}
      />
      <IconButton
        type="submit"
        icon="check"
        tone="primary"
        state={state === 'loading' ? 'loading' : 'default'}
        label={t('session.stages.saveName')}
      />
      <IconButton icon="close" label={t('state.cancel')} onClick={onCancel} />
    </form>
  )
}

import type { Answer } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { type FormEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { errorText, type FailedAnswer, fieldTexts } from '../../api/error-text.ts'
import { notReached } from '../../api/load-calls.ts'
import type { fieldReasons } from '../../api/texts.ts'
import type { ButtonState } from '../buttons/Button.tsx'

/**
 * The mode of a form (spec section 4). `retry`: the form was refused and can be sent again. In `loading` and
 * `success`, the inputs are disabled.
 */
export type FormMode = 'default' | 'loading' | 'retry' | 'success'

export type FieldReason = (typeof fieldReasons)[number]

/** Reads the value of an input by its name. */
export type ReadValue<Name extends string> = (name: Name) => string

type FormOptions<Name extends string> = {
  names: readonly Name[]
  /** Returns the errors that the browser's own validation does not find. */
  check?: (read: ReadValue<Name>) => Partial<Record<Name, FieldReason>>
  /** Returns the errors that are shown while a person types, before the submit. */
  checkTyped?: (read: ReadValue<Name>) => Partial<Record<Name, FieldReason>>
  send: (read: ReadValue<Name>) => Promise<Answer<unknown>>
  onSuccess?: (read: ReadValue<Name>) => void
  /** Texts for refusals whose general text does not say what to do in this form (E3). */
  refusalTexts?: Partial<Record<FailedAnswer['error']['code'], string>>
  /** Errors that are known before the first submit. */
  initialErrors?: Partial<Record<Name, FieldReason>>
}

/** Returns the error that the browser's own validation finds in an input. Null if it finds none. */
function browserReason(input: Element | RadioNodeList | null): FieldReason | null {
  if (!(input instanceof HTMLInputElement)) return null
  if (input.validity.valueMissing) return 'required'
  if (input.validity.typeMismatch) return input.type === 'email' ? 'email' : 'invalid'
  return null
}

/** Returns a function that reads the current values of a form. */
function valuesOf<Name extends string>(form: HTMLFormElement): ReadValue<Name> {
  const data = new FormData(form)
  return (name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
}

/** Returns the error texts by the names of the fields. Fields without an error are not in the result. */
function textsOf<Name extends string>(
  t: TFunction,
  names: readonly Name[],
  reasonOf: (name: Name) => FieldReason | undefined,
): Partial<Record<string, string>> {
  const texts: Partial<Record<string, string>> = {}
  for (const name of names) {
    const reason = reasonOf(name)
    if (reason) texts[name] = t(`field.${reason}`)
  }
  return texts
}

/**
 * Handles a form whose inputs have a `name`. If the form is invalid, it shows the errors and is not sent. If the
 * server refuses the form, the error texts are at the fields that the refusal names, or otherwise above the button.
 */
export function useForm<Name extends string>(options: FormOptions<Name>) {
  const { names, check, checkTyped, send, onSuccess, refusalTexts, initialErrors } = options
  const { t } = useTranslation()
  const [mode, setMode] = useState<FormMode>('default')
  const [errors, setErrors] = useState(() => textsOf(t, names, (name) => initialErrors?.[name]))
  const [note, setNote] = useState<string | null>(null)

  const findErrors = (form: HTMLFormElement, read: ReadValue<Name>) => {
    const checked: Partial<Record<Name, FieldReason>> = check?.(read) ?? {}
    return textsOf(t, names, (name) => browserReason(form.elements.namedItem(name)) ?? checked[name])
  }

  const showErrors = (
    form: HTMLFormElement,
    wrong: Partial<Record<string, string>>,
    words: string | null,
    focused: Element | null = null,
  ) => {
    // `flushSync` enables the inputs at once, because a disabled input cannot get the focus.
    flushSync(() => {
      setMode('retry')
      setErrors(wrong)
      setNote(words)
    })
    const first = names.find((name) => wrong[name])
    // If the focused input lost the focus while the inputs were disabled, it gets the focus back.
    const hasLostFocus = document.activeElement === document.body
    const input = first ? form.elements.namedItem(first) : hasLostFocus ? focused : null
    if (input instanceof HTMLElement) input.focus()
  }

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (mode === 'loading' || mode === 'success') return
    const form = event.currentTarget
    const held = document.activeElement
    const read = valuesOf<Name>(form)
    const wrong = findErrors(form, read)
    if (Object.keys(wrong).length > 0) return showErrors(form, wrong, null)
    setMode('loading')
    setErrors({})
    setNote(null)
    // `send` may have to load its code first, which fails without a network.
    const answer = await send(read).catch(() => notReached)
    if (answer.ok) {
      setMode('success')
      onSuccess?.(read)
      return
    }
    const fields = fieldTexts(t, answer)
    const shown = names.some((name) => fields[name])
    const words = refusalTexts?.[answer.error.code] ?? errorText(t, answer)
    showErrors(form, fields, shown ? null : words, held)
  }

  /** Checks the changed field again: shows its new error, or removes the old one. */
  const onInput = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const name = target instanceof HTMLInputElement ? target.name : ''
    const typed: Partial<Record<string, FieldReason>> = checkTyped?.(valuesOf<Name>(currentTarget)) ?? {}
    const reason = typed[name]
    const text = reason && t(`field.${reason}`)
    if (errors[name] !== text) setErrors({ ...errors, [name]: text })
    // The refused form was changed, so the hint to correct it disappears. The field may have sent the form at this
    // input (J6), and then the mode is `loading` already.
    setMode((now) => (now === 'retry' ? 'default' : now))
  }

  const buttonState: ButtonState = mode === 'loading' || mode === 'success' ? mode : 'default'
  return {
    mode,
    errors,
    note,
    onSubmit,
    onInput,
    buttonState,
    locked: mode === 'loading' || mode === 'success',
  }
}

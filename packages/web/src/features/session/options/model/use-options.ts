import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { after } from '../../../../shared/browser/timers.ts'
import { call } from '../../../../shared/api/call.ts'
import { useReconnected } from '../../../../shared/browser/connection/online.ts'
import { useStore } from '../../../../shared/store/store.ts'
import { changedSections, type Edit, lostSections } from './edit.ts'
import { useOnChange } from '../../use-on-change.ts'
import type { SessionView } from '../../model/session-view.ts'
import {
  createOptionsEditor,
  nothingLoaded,
  type OptionsEditor,
  type OptionsState,
} from './options-editor.ts'
import { createTypedNumbers, type TypedNumbers } from './typed-numbers.ts'
import { hasInvalidNumber } from './use-invalid-number.ts'

/**
 * Unsaved changes by person and session. They are stored outside the components, because a change of the layout
 * removes the components.
 */
const unsavedEdits = new Map<string, Edit>()

export type OptionsControls = OptionsState &
  Pick<OptionsEditor, 'change' | 'discard' | 'save'> & {
    /** Fetches the options when it is first called. Later calls do nothing. */
    open(): void
    reload(): void
    /**
     * Returns whether there are unsaved changes. It also counts changes that are not rendered yet, and a number that is
     * not allowed (H1).
     */
    hasChanges(): boolean
    /** How often the changes were discarded. Fields with invalid text start again when it changes (H1). */
    discards: number
    /** The numbers that are not allowed, as they were typed (H1). */
    typed: TypedNumbers
    /** The form. Its fields may contain invalid text, which is not part of `edit` (H1). */
    form: RefObject<HTMLFormElement | null>
  }

/**
 * Returns the options of the open session. They are fetched by the first `open`, and fetched again after each change
 * of the options.
 */
export function useOptions(ssid: string, { shared, you }: SessionView): OptionsControls {
  const userId = useStore((state) => state.user?.id)
  const key = `${userId} ${ssid}`
  const [state, setState] = useState<OptionsState>(() => initialState(key))
  const [discards, setDiscards] = useState(0)
  const [typed] = useState(createTypedNumbers)
  const editor = useRef<OptionsEditor | null>(null)
  const isOpen = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    const initial = initialState(key)
    editor.current = createOptionsEditor(
      {
        load: (signal) => call('options', { params: { ssid }, signal }),
        save: (body) => call('saveOptions', { params: { ssid }, body }),
        after,
        onChange(next) {
          setState(next)
          storeUnsaved(key, next.edit)
        },
      },
      initial.edit,
    )
    setState(initial)
    if (isOpen.current || initial.edit) void editor.current.load()
    return () => editor.current?.close()
  }, [key, ssid])

  const actions = useMemo(
    () => ({
      open() {
        if (isOpen.current) return
        isOpen.current = true
        void editor.current?.load()
      },
      reload: () => void (isOpen.current && editor.current?.load()),
      change: (...args: Parameters<OptionsEditor['change']>) => editor.current?.change(...args),
      discard() {
        editor.current?.discard()
        typed.clear()
        setDiscards((count) => count + 1)
      },
      save: async () => (await editor.current?.save()) ?? false,
    }),
    [typed],
  )

  const { session, setup } = shared
  const reloadKey = [you.role, session.managed, setup.version].join()
  useOnChange(reloadKey, actions.reload)
  useReconnected(actions.reload)
  const hasChanges = useCallback(() => {
    const edit = unsavedEdits.get(key)
    return (edit !== undefined && changedSections(edit).length > 0) || hasInvalidNumber(form.current)
  }, [key])
  return { ...state, ...actions, hasChanges, discards, typed, form }
}

/** Without unsaved changes this is always the same object, so that setting it again renders nothing. */
function initialState(key: string): OptionsState {
  const edit = unsavedEdits.get(key)
  return edit === undefined ? nothingLoaded : { ...nothingLoaded, edit }
}

function storeUnsaved(key: string, edit: Edit | null): void {
  if (edit && (changedSections(edit).length > 0 || lostSections(edit).length > 0)) unsavedEdits.set(key, edit)
  else unsavedEdits.delete(key)
}

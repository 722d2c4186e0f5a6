import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call } from '../../../../shared/api/call.ts'
import { useReconnected } from '../../../../shared/browser/online.ts'
import { useStore } from '../../../../shared/store/store.ts'
import { changedIn, type Edit, lostIn } from './edit.ts'
import { useOnChange } from '../../use-on-change.ts'
import type { Inside } from '../../model/merge.ts'
import { createOptionsDesk, nothingLoaded, type OptionsDesk, type OptionsState } from './options-desk.ts'

/** Changes that are not saved yet, by person and session: they outlive the move to the other shell. */
const kept = new Map<string, Edit>()

export type OptionsEditing = OptionsState &
  Pick<OptionsDesk, 'change' | 'discard' | 'save'> & {
    /** Fetches the options once they are wanted; further calls do nothing. */
    open(): void
    reload(): void
    /** Whether something waits to be saved, at this very moment: a change counts before it is drawn. */
    hasChanges(): boolean
  }

/**
 * The options of the open session: fetched when they are first wanted, and anew whenever the session shows that
 * someone changed them.
 */
export function useOptions(ssid: string, { shared, you }: Inside): OptionsEditing {
  const userId = useStore((state) => state.user?.id)
  const key = `${userId} ${ssid}`
  const [state, setState] = useState<OptionsState>(() => stateBefore(key))
  const desk = useRef<OptionsDesk | null>(null)
  const isOpen = useRef(false)

  useEffect(() => {
    const before = stateBefore(key)
    desk.current = createOptionsDesk(
      {
        load: (signal) => call('options', { params: { ssid }, signal }),
        save: (body) => call('saveOptions', { params: { ssid }, body }),
        after(delayMs, run) {
          const timer = setTimeout(run, delayMs)
          return () => clearTimeout(timer)
        },
        changed(next) {
          setState(next)
          keep(key, next.edit)
        },
      },
      before.edit,
    )
    setState(before)
    if (isOpen.current || before.edit) void desk.current.load()
    return () => desk.current?.close()
  }, [key, ssid])

  const actions = useMemo(
    () => ({
      open() {
        if (isOpen.current) return
        isOpen.current = true
        void desk.current?.load()
      },
      reload: () => void (isOpen.current && desk.current?.load()),
      change: (...args: Parameters<OptionsDesk['change']>) => desk.current?.change(...args),
      discard: () => desk.current?.discard(),
      save: async () => (await desk.current?.save()) ?? false,
    }),
    [],
  )

  const { session, setup } = shared
  const seen = [you.role, session.managed, setup.version].join()
  useOnChange(seen, actions.reload)
  useReconnected(actions.reload)
  const hasChanges = useCallback(() => {
    const edit = kept.get(key)
    return edit !== undefined && changedIn(edit).length > 0
  }, [key])
  return { ...state, ...actions, hasChanges }
}

const stateBefore = (key: string): OptionsState => ({ ...nothingLoaded, edit: kept.get(key) ?? null })

function keep(key: string, edit: Edit | null): void {
  if (edit && (changedIn(edit).length > 0 || lostIn(edit).length > 0)) kept.set(key, edit)
  else kept.delete(key)
}

import { type RouterHistory, useBlocker, useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathInShell, shellOf } from '../../../../shared/browser/paths.ts'
import { storedToken } from '../../../../shared/browser/token.ts'
import { ConfirmDialog } from '../../../../shared/ui/dialogs/ConfirmDialog.tsx'
import { showFormErrors } from './show-form-errors.ts'
import type { OptionsControls } from './use-options.ts'
import { after } from '../../../../shared/browser/timers.ts'

/**
 * Returns whether two addresses show the same screen in the two layouts. When the layout changes, no question is
 * needed, because unsaved changes stay.
 */
const isSameScreen = (from: string, to: string): boolean => pathInShell(from, shellOf(to)) === to

/**
 * Asks the person before unsaved options are lost: when another tab or screen opens, or when the page closes (spec
 * section 4).
 * @returns `dialog` is the question. `ask` calls `go` at once if nothing is unsaved; otherwise it calls `go` after
 * the person has agreed.
 */
export function useLeaveGuard({ saving, save, discard, hasChanges, form }: OptionsControls): {
  ask(go: () => void): void
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const [pending, setPending] = useState<{ go: () => void } | null>(null)
  const navigate = useNavigate()
  const { history } = useRouter()
  const blocker = useBlocker({
    // A person who is logged out cannot save, so the app does not ask.
    shouldBlockFn: ({ current, next }) =>
      hasChanges() && storedToken() !== null && !isSameScreen(current.pathname, next.pathname),
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })

  /**
   * The last blocked navigation for which the person chose to leave. While the dialog closes, the router may still
   * report this navigation as blocked. `stay` must not cancel it then.
   */
  const acceptedLeave = useRef<typeof blocker>(null)

  function stay(): void {
    setPending(null)
    if (blocker.status !== 'blocked' || acceptedLeave.current === blocker) return
    stayHere(blocker, history, navigate)
  }

  function leave(): void {
    setPending(null)
    pending?.go()
    acceptedLeave.current = blocker
    blocker.proceed?.()
  }

  const validity = useValidity(form)

  /** If the server refuses the save, the person stays on the screen, which shows the reason. */
  async function saveAndLeave(): Promise<void> {
    if (validity.check() && (await save())) leave()
    else stay()
  }

  const isAsking = pending !== null || blocker.status === 'blocked'
  // A save may have succeeded while the question is open. Then nothing is unsaved any more, so the person leaves.
  useEffect(() => {
    if (isAsking && saving === 'success' && !hasChanges()) leave()
  })

  return {
    ask: (go) => (hasChanges() ? setPending({ go }) : go()),
    dialog: (
      <ConfirmDialog
        open={isAsking}
        title={t('session.options.confirm.title')}
        text={t('session.options.confirm.text')}
        action={t('session.options.confirm.save')}
        tone="primary"
        state={saving === 'loading' ? 'loading' : 'default'}
        cancel={t('session.options.confirm.stay')}
        other={{
          action: t('session.options.confirm.discard'),
          onChoose() {
            discard()
            leave()
          },
        }}
        onConfirm={() => void saveAndLeave()}
        onCancel={stay}
        finalFocus={validity.showError}
      />
    ),
  }
}

type BlockedNavigation = Extract<ReturnType<typeof useBlocker>, { status: 'blocked' }>

/** Cancels a blocked navigation, and makes the address bar show the open screen. */
function stayHere(
  blocker: BlockedNavigation,
  history: RouterHistory,
  navigate: ReturnType<typeof useNavigate>,
): void {
  if (isTyped()) {
    restoreAddress(history)
    return blocker.proceed()
  }
  if (blocker.action !== 'GO') return blocker.reset()
  // The address bar already shows the new address. To correct it, the navigation happens, and the app returns at once.
  const { pathname } = blocker.current
  blocker.proceed()
  after(0, () => void navigate({ to: pathname, replace: true, ignoreBlocker: true }))
}

/** Whether the current entry of the browser's history is a typed address. Such an entry has no state. */
const isTyped = (): boolean => window.history.state === null

/**
 * Gives the entry of a typed address the address of the open screen. The router takes a typed address for a step back,
 * so `reset` of its blocker would leave it in the address bar.
 */
function restoreAddress({ location, createHref }: RouterHistory): void {
  const state = { ...location.state, __TSR_index: location.state.__TSR_index + 1 }
  window.history.replaceState(state, '', createHref(location.href))
}

/**
 * Checks a form whose fields may contain invalid text (H1).
 * @returns `check` checks the form. `showError` shows the error that `check` has found, and returns true if there is
 * none. While a dialog is open, a field cannot get the focus, so call `showError` when the dialog closes.
 */
function useValidity(form: OptionsControls['form']): { check(): boolean; showError(): boolean } {
  const isValid = useRef(true)
  return {
    check: () => (isValid.current = form.current?.checkValidity() ?? true),
    showError() {
      if (isValid.current) return true
      isValid.current = true
      if (form.current) showFormErrors(form.current)
      return false
    },
  }
}

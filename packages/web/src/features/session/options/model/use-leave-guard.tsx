import { useBlocker, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathInShell, shellOf } from '../../../../shared/browser/paths.ts'
import { storedToken } from '../../../../shared/browser/token.ts'
import { ConfirmDialog } from '../../../../shared/ui/dialogs/ConfirmDialog.tsx'
import type { OptionsEditing } from './use-options.ts'

/** Whether two addresses are one screen in both shells: the changes go along. */
const isSameScreen = (from: string, to: string): boolean => pathInShell(from, shellOf(to)) === to

/**
 * Asks before unsaved options are left: by another tab of the session, another screen, or the end of the page
 * (spec section 4).
 *
 * @returns `ask`, which goes on at once where nothing is unsaved, and the dialog to show
 */
export function useLeaveGuard({ saving, save, discard, hasChanges }: OptionsEditing): {
  ask(go: () => void): void
  dialog: ReactNode
} {
  const { t } = useTranslation()
  const [wanted, setWanted] = useState<{ go: () => void } | null>(null)
  const navigate = useNavigate()
  const blocker = useBlocker({
    // Whoever is logged out can save nothing any more.
    shouldBlockFn: ({ current, next }) =>
      hasChanges() && storedToken() !== null && !isSameScreen(current.pathname, next.pathname),
    enableBeforeUnload: hasChanges,
    withResolver: true,
  })

  function stay(): void {
    setWanted(null)
    if (blocker.status !== 'blocked') return
    if (blocker.action !== 'GO') return blocker.reset()
    // An address that was typed in stands in the address bar already, with no step to take back: the way leads there
    // and straight back, where the kept changes are open again.
    const { pathname } = blocker.current
    blocker.proceed()
    setTimeout(() => void navigate({ to: pathname, replace: true, ignoreBlocker: true }))
  }

  function goOn(): void {
    setWanted(null)
    wanted?.go()
    blocker.proceed?.()
  }

  const isAsking = wanted !== null || blocker.status === 'blocked'
  // A save that was under way when the question came up answers it.
  useEffect(() => {
    if (isAsking && saving === 'success' && !hasChanges()) goOn()
  })

  return {
    ask: (go) => (hasChanges() ? setWanted({ go }) : go()),
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
            goOn()
          },
        }}
        // What was refused is told beside the changes.
        onConfirm={() => void save().then((saved) => (saved ? goOn() : stay()))}
        onCancel={stay}
      />
    ),
  }
}

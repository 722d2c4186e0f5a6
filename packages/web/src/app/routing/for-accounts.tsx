import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../shared/store/store.ts'
import { CreateAccountLink } from '../../shared/ui/buttons/CreateAccountLink.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'

/**
 * Returns a screen that only people with an account see. A guest, who comes here by a typed address or by a shortcut of
 * the installed app, sees how to create an account (G2).
 */
export function forAccounts(Screen: ComponentType): ComponentType {
  return function ScreenForAccounts() {
    const isGuest = useStore((state) => state.user?.guest === true)
    return isGuest ? <NeedsAccount /> : <Screen />
  }
}

function NeedsAccount() {
  const { t } = useTranslation()
  return (
    <EmptyState isPage icon="person_add" title={t('error.guest')} text={t('toAccount.text')}>
      <CreateAccountLink namesVotes={false} />
    </EmptyState>
  )
}

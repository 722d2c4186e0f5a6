import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../shared/store/store.ts'
import { CreateAccountLink } from '../../shared/ui/buttons/CreateAccountLink.tsx'
import { BackLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import css from './for-accounts.module.css'

/**
 * Returns a screen that only people with an account see. A guest, who comes here by a typed address or by a shortcut of
 * the installed app, sees how to create an account (G2).
 */
export function forAccounts(AccountScreen: ComponentType): ComponentType {
  return function ScreenForAccounts() {
    const isGuest = useStore((state) => state.user?.guest === true)
    return isGuest ? <NeedsAccount /> : <AccountScreen />
  }
}

function NeedsAccount() {
  const { t } = useTranslation()
  return (
    <Screen title={t('error.guest')} intro={t('toAccount.text')} back={<BackLink />}>
      <div className={css.action}>
        <CreateAccountLink namesVotes={false} />
      </div>
    </Screen>
  )
}

import type { Account } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { errorText, type FailedAnswer } from '../../shared/api/error-text.ts'
import { useProvider } from '../../shared/api/use-provider.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { storeAccounts, loadPlaylists } from '../../shared/store/load.ts'
import { useStore } from '../../shared/store/store.ts'
import { Button, buttonClass, IconButton } from '../../shared/ui/buttons/Button.tsx'
import { ConfirmDialog } from '../../shared/ui/dialogs/ConfirmDialog.tsx'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink, ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import { useAction } from '../../shared/ui/buttons/use-action.ts'
import css from './AccountScreen.module.css'
import { ConnectPanel } from './ConnectPanel.tsx'
import { PlaylistChoice } from './PlaylistChoice.tsx'
import { usePlaylistChoice, usePlaylistDraft } from './use-playlist-choice.ts'

/** One linked account: the playlists to load, and a button that removes the link. */
export function AccountScreen({ id }: { id: string }) {
  const { t } = useTranslation()
  const account = useStore((state) => state.accounts.find((known) => known.id === id))
  const choice = usePlaylistChoice(usePlaylistDraft())
  const back = <BackLink to={screenPath.accounts()} />
  const showError = (refused: FailedAnswer) => void showToast({ text: errorText(t, refused), tone: 'bad' })
  if (!account)
    return (
      <Screen title={t('accounts.title')} back={back}>
        <EmptyState icon="accounts" title={t('account.none')} text={t('account.noneText')}>
          <ShellLink className={buttonClass({ tone: 'primary' })} to={screenPath.accounts()}>
            {t('account.toAll')}
          </ShellLink>
        </EmptyState>
      </Screen>
    )
  const save = async () => {
    const answer = await choice.store()
    if (answer && !answer.ok) showError(answer)
    else if (answer) showToast({ text: t('account.saved'), tone: 'good' })
  }
  const refetch = async () => {
    const answer = await choice.refetch()
    if (answer && !answer.ok) showError(answer)
  }
  return (
    <Screen
      title={account.title}
      intro={account.detail}
      back={back}
      actions={
        <IconButton
          icon="refresh"
          label={t('account.refresh')}
          state={choice.fetchState}
          onClick={() => void refetch()}
        />
      }
      footer={
        <Button
          tone="primary"
          icon="save"
          state={choice.saveState}
          disabled={!choice.changed && choice.saveState === 'default'}
          size="l"
          className={css.save}
          onClick={() => void save()}
        >
          {t('account.save')}
        </Button>
      }
    >
      {account.status !== 'ok' && (
        <div className={css.status}>
          <p>{t(account.status === 'reconnect' ? 'accounts.reconnect' : 'accounts.notAllowed')}</p>
          <ConnectPanel again onConnected={choice.reload} />
        </div>
      )}
      <h2 className={css.heading}>{t('account.playlists')}</h2>
      <p className={css.text}>{t('account.playlistsText')}</p>
      <PlaylistChoice choice={choice} canStart />
      <Disconnect id={id} complain={showError} />
    </Screen>
  )
}

function Disconnect({ id, complain }: { id: string; complain: (refused: FailedAnswer) => void }) {
  const { t } = useTranslation()
  const go = useGo()
  const provider = useProvider()
  const [asking, setAsking] = useState(false)
  const { state, run } = useAction<Account[]>()
  const disconnect = async () => {
    const answer = await run(() => call('deleteAccount', { params: { id } }))
    if (!answer) return
    setAsking(false)
    if (!answer.ok) return complain(answer)
    storeAccounts(answer.value)
    void loadPlaylists()
    go(screenPath.accounts(), { replace: true })
  }
  return (
    <div className={css.end}>
      <Button tone="danger" icon="delete" onClick={() => setAsking(true)}>
        {t('account.disconnect')}
      </Button>
      {provider?.manageUrl && (
        <a href={provider.manageUrl} target="_blank" rel="noreferrer">
          {t('account.manage', { provider: provider.name })}
        </a>
      )}
      <ConfirmDialog
        open={asking}
        title={t('account.disconnectTitle')}
        text={t('account.disconnectText')}
        action={t('account.disconnect')}
        state={state}
        onConfirm={() => void disconnect()}
        onCancel={() => setAsking(false)}
      />
    </div>
  )
}

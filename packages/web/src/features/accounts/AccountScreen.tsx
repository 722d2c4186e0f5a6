import { useTranslation } from 'react-i18next'
import { call } from '../../shared/api/call.ts'
import { useProvider } from '../../shared/api/use-provider.ts'
import { screenPath } from '../../shared/browser/paths.ts'
import { useGo } from '../../shared/browser/layout/use-shell.ts'
import { loadPlaylists, receiveAccounts } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { Button, IconButton } from '../../shared/ui/buttons/Button.tsx'
import { ConfirmAction } from '../../shared/ui/dialogs/ConfirmAction.tsx'
import { Screen } from '../../shared/ui/layout/Screen.tsx'
import { BackLink, ButtonLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { EmptyState } from '../../shared/ui/states/StateNote.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
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
  if (!account)
    return (
      <Screen title={t('accounts.title')} back={back}>
        <EmptyState icon="accounts" title={t('account.none')} text={t('account.noneText')}>
          <ButtonLink tone="primary" to={screenPath.accounts()}>
            {t('account.toAll')}
          </ButtonLink>
        </EmptyState>
      </Screen>
    )
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
          onClick={choice.refetch}
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
          onClick={() => void choice.store(() => showToast({ text: t('account.saved'), tone: 'good' }))}
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
      <PlaylistChoice choice={choice} account={id} canStart />
      <Disconnect id={id} />
    </Screen>
  )
}

function Disconnect({ id }: { id: string }) {
  const { t } = useTranslation()
  const go = useGo()
  const provider = useProvider()
  return (
    <div className={css.end}>
      <ConfirmAction
        title={t('account.disconnectTitle')}
        text={t('account.disconnectText')}
        action={t('account.disconnect')}
        run={() => receiveAccounts(call('deleteAccount', { params: { id } }))}
        onDone={() => {
          void loadPlaylists()
          go(screenPath.accounts(), { replace: true })
        }}
      >
        {(ask) => (
          <Button tone="danger" icon="delete" onClick={ask}>
            {t('account.disconnect')}
          </Button>
        )}
      </ConfirmAction>
      {provider?.manageUrl && (
        <a href={provider.manageUrl} target="_blank" rel="noreferrer">
          {t('account.manage', { provider: provider.name })}
        </a>
      )}
    </div>
  )
}

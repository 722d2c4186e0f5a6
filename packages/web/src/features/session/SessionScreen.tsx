import type { Provider } from '@jointly/contract'
import { memo, type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHasSidePanel } from '../../shared/browser/layout/layout.ts'
import { Deferred } from '../../shared/ui/layout/Deferred.tsx'
import { lazyNamed } from '../../shared/ui/parts/lazy-named.ts'
import { Spinner } from '../../shared/ui/states/Spinner.tsx'
import { ErrorState } from '../../shared/ui/states/StateNote.tsx'
import type { SessionView } from './model/session-view.ts'
import type { SessionControls } from './model/use-session.ts'
import type { SessionLink } from './model/follower.ts'
import { useOptions } from './options/model/use-options.ts'
import { SessionPeople } from './people/SessionPeople.tsx'
import { loadDrawer, loadPanel, preloadPanel } from './panel/load-panel.ts'
import { NoAccessNote, RedirectHome } from './NoAccessNote.tsx'
import { SessionReactions } from './reactions/SessionReactions.tsx'
import { SessionHead } from './SessionHead.tsx'
import css from './SessionScreen.module.css'
import { Attribution } from './SongTitle.tsx'
import { Backdrop } from '../../shared/ui/backdrop/Backdrop.tsx'
import { CurrentSong, type PlayerParts } from './now-playing/CurrentSong.tsx'
import type { ServerNow } from './time.ts'
import type { SearchParts } from './tabs/SearchTab.tsx'
import { useSessionPanel } from './panel/use-session-panel.ts'

const SessionPanel = lazyNamed(loadPanel, 'SessionPanel')
const SessionDrawer = lazyNamed(loadDrawer, 'SessionDrawer')

export type SessionScreenProps = {
  ssid: string
  search: SearchParts
  /** The live connection to the server. */
  link: SessionLink
  controls: SessionControls
  serverNow: ServerNow
  /** The streaming service. Null until it is loaded. */
  provider: Provider | null
  player: PlayerParts
  /** The list of devices that can play the sound. */
  devices: ReactNode
  /** Leaves the session (M2). */
  onLeave: () => void
}

export function SessionScreen(props: SessionScreenProps) {
  const { t } = useTranslation()
  const { state, actions } = props.controls
  const { retry } = actions
  const hasSide = useHasSidePanel()
  // Loads the code of the panel while the session's data are fetched.
  useEffect(preloadPanel, [])
  switch (state.phase) {
    case 'loading':
      return (
        <div className={css.center} role="status">
          <Spinner size={44} />
          <h1 className="visually-hidden">{t('session.loading')}</h1>
        </div>
      )
    case 'failed':
      return (
        <div className={css.center}>
          <ErrorState isPage refused={state.refused} onRetry={retry} />
        </div>
      )
    case 'out':
      return (
        <div className={css.center}>
          {state.reason === 'deleted' ? (
            <RedirectHome ssid={props.ssid} />
          ) : (
            <NoAccessNote ssid={props.ssid} reason={state.reason} onRetry={retry} />
          )}
        </div>
      )
    case 'inside':
      return <DeferredSession {...props} view={state} hasSide={hasSide} />
  }
}

type InsideProps = SessionScreenProps & { view: SessionView; hasSide: boolean }

/**
 * Renders changes of the session with a lower priority than other updates. React renders them in short parts, so that
 * the browser can react between the parts, also if many songs and people change. A vote of this person is rendered at
 * once, so that a second press on the same button undoes the vote.
 */
function DeferredSession(props: InsideProps) {
  const deferred = useDeferredValue(props)
  const isVote = props.controls.pending !== deferred.controls.pending
  return <InsideSession {...(isVote ? props : deferred)} />
}

const InsideSession = memo(function InsideSession({ view, hasSide, ...props }: InsideProps) {
  const { controls, provider, serverNow } = props
  const options = useOptions(props.ssid, view)
  const panelState = useSessionPanel(props.ssid, options, hasSide)
  const { height } = panelState
  const [isDrawerTouched, setDrawerTouched] = useState(false)

  const panel = (kind: 'drawer' | 'side') => (
    <SessionPanel
      ssid={props.ssid}
      search={props.search}
      view={view}
      pending={controls.pending}
      serverNow={serverNow}
      devices={props.devices}
      onLeave={props.onLeave}
      options={options}
      state={panelState}
      kind={kind}
      isBrief={kind === 'drawer' && height === 'peek' && !isDrawerTouched}
    />
  )

  return (
    <Attribution value={provider?.attribution ? provider.name : null}>
      <div className={css.session} data-side={hasSide || undefined}>
        <SessionPeople {...{ view, options, serverNow }}>
          <Backdrop
            cover={view.shared.nowPlaying.song?.cover ?? null}
            mayBlur={provider?.blurCover ?? false}
          />
          <SessionHead view={view} onPeople={() => panelState.openTab('social')} />
          {/* The raised drawer covers the player, so the player's controls are inactive. */}
          <div className={css.stage} data-theme="dark" inert={!hasSide && height !== 'peek'}>
            <CurrentSong
              {...{ view, serverNow, player: props.player }}
              // The area of the reactions is rendered from the start. If it appeared later, the cover picture would
              // shrink.
              reactions={
                view.shared.nowPlaying.song !== null && (
                  <SessionReactions ssid={props.ssid} link={props.link} />
                )
              }
              onSearch={() => panelState.openTab('search')}
            />
          </div>
          <Suspense>
            <Deferred>
              {hasSide ? (
                <aside className={css.side}>{panel('side')}</aside>
              ) : (
                <SessionDrawer
                  height={height}
                  onHeight={panelState.setHeight}
                  onDismiss={panelState.showVotes}
                  onTouch={() => setDrawerTouched(true)}
                >
                  {panel('drawer')}
                </SessionDrawer>
              )}
            </Deferred>
          </Suspense>
          {panelState.dialog}
        </SessionPeople>
      </div>
    </Attribution>
  )
})

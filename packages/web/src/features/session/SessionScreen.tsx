import type { Provider } from '@jointly/contract'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../shared/api/error-text.ts'
import { useLayout } from '../../shared/browser/layout.ts'
import { useMedia } from '../../shared/browser/media.ts'
import { Spinner } from '../../shared/ui/states/Spinner.tsx'
import { ErrorState } from '../../shared/ui/states/StateNote.tsx'
import { showToast } from '../../shared/ui/toasts/toast.ts'
import type { DrawerHeight } from './drawer/SessionDrawer.tsx'
import type { Inside } from './model/merge.ts'
import type { SessionControls } from './model/use-session.ts'
import { useLeaveGuard } from './options/model/use-leave-guard.tsx'
import { useOptions } from './options/model/use-options.ts'
import { OutNote, SentHome } from './OutNote.tsx'
import { SessionHead } from './SessionHead.tsx'
import { SessionPanel } from './SessionPanel.tsx'
import css from './SessionScreen.module.css'
import type { Tab } from './SessionTabs.tsx'
import { Attribution } from './SongWords.tsx'
import { Backdrop } from './stage/Backdrop.tsx'
import { Stage } from './stage/Stage.tsx'
import type { ServerNow } from './time.ts'

const SessionDrawer = lazy(() =>
  import('./drawer/SessionDrawer.tsx').then((module) => ({ default: module.SessionDrawer })),
)

export type SessionScreenProps = {
  ssid: string
  controls: SessionControls
  serverNow: ServerNow
  /** What the provider allows; null until it is known. */
  provider: Provider | null
  /** Whether this person hears the session. */
  sounding: boolean
  /** The player's parts: play/stop, how this person listens, and where the sound comes out. */
  toggle: ReactNode
  note: ReactNode
  help: ReactNode
  devices: ReactNode
  /** The view for adding the app to the home screen. */
  homescreen: ReactNode
}

/** One session: who plays what, and what is voted for. */
export function SessionScreen(props: SessionScreenProps) {
  const { t } = useTranslation()
  const { following, retry } = props.controls
  switch (following.phase) {
    case 'loading':
      return (
        <div className={css.center} role="status">
          <Spinner size={44} />
          <span className="visually-hidden">{t('session.loading')}</span>
        </div>
      )
    case 'failed':
      return (
        <div className={css.center}>
          <ErrorState text={errorText(t, following.refused)} onRetry={retry} />
        </div>
      )
    case 'out':
      return (
        <div className={css.center}>
          {following.reason === 'deleted' ? <SentHome /> : <OutNote reason={following.reason} />}
        </div>
      )
    case 'inside':
      return <InsideSession {...props} inside={following} />
  }
}

/** Whether stage and panel fit side by side: beside the desktop's home list, or on a phone turned on its side. */
function useRoomForSide(): boolean {
  const isPhone = useLayout() === 'phone'
  return useMedia(isPhone ? '(width >= 700px), (width >= 580px) and (height < 512px)' : '(width >= 960px)')
}

function InsideSession({ inside, ...props }: SessionScreenProps & { inside: Inside }) {
  const { t } = useTranslation()
  const { controls, provider, serverNow } = props
  const hasSide = useRoomForSide()
  const options = useOptions(props.ssid, inside)
  // Whoever comes from the other shell with unsaved options goes on with them.
  const isEditing = options.edit !== null
  const [tab, setTab] = useState<Tab | null>(isEditing ? 'options' : hasSide ? 'search' : null)
  const [height, setHeight] = useState<DrawerHeight>(isEditing ? 'full' : 'peek')
  const [isTabAsked, setTabAsked] = useState(false)
  const guard = useLeaveGuard(options)

  async function wishSkip(wish: boolean): Promise<void> {
    const answer = await controls.wishSkip(wish)
    if (answer && !answer.ok)
      showToast({ text: `${t('session.skip.failed')} ${errorText(t, answer)}`, tone: 'bad' })
  }

  /** From the options it asks first, if they are not saved. */
  function show(next: Tab | null, nextHeight: DrawerHeight): void {
    const go = () => {
      setTab(next)
      setHeight(nextHeight)
      setTabAsked(true)
    }
    if (tab === 'options' && next !== 'options') guard.ask(go)
    else go()
  }

  const openTab = (next: Tab | null) => show(next, next === null ? height : 'full')
  const showVotes = () => show(null, 'peek')
  const drag = (nextHeight: DrawerHeight) => {
    setHeight(nextHeight)
    setTabAsked(false)
  }

  const panel = (kind: 'drawer' | 'side') => (
    <SessionPanel
      ssid={props.ssid}
      inside={inside}
      controls={controls}
      serverNow={serverNow}
      devices={props.devices}
      homescreen={props.homescreen}
      options={options}
      tab={kind === 'side' ? (tab ?? 'search') : height === 'peek' ? null : tab}
      isTabAsked={isTabAsked}
      onTab={openTab}
      kind={kind}
    />
  )

  return (
    <Attribution value={provider?.attribution ? provider.name : null}>
      <div className={css.session} data-side={hasSide || undefined}>
        <Backdrop
          cover={inside.shared.nowPlaying.song?.cover ?? null}
          mayBlur={provider?.blurCover ?? false}
        />
        <SessionHead inside={inside} controls={controls} />
        {/* A raised drawer covers its controls. */}
        <div className={css.stage} inert={!hasSide && height !== 'peek'}>
          <Stage
            inside={inside}
            serverNow={serverNow}
            sounding={props.sounding}
            toggle={props.toggle}
            note={props.note}
            help={props.help}
            onSkip={(wish) => void wishSkip(wish)}
          />
        </div>
        {hasSide ? (
          <aside className={css.side}>{panel('side')}</aside>
        ) : (
          <Suspense>
            <SessionDrawer height={height} onHeight={drag} onDismiss={showVotes}>
              {panel('drawer')}
            </SessionDrawer>
          </Suspense>
        )}
        {guard.dialog}
      </div>
    </Attribution>
  )
}

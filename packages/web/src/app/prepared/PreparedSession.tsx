import cover from '../../shared/ui/media/Cover.module.css'
import { BackgroundLights } from '../../shared/ui/media/BackgroundLights.tsx'
import backdrop from '../../shared/ui/backdrop/Backdrop.module.css'
import drawer from '../../features/session/drawer/SessionDrawer.module.css'
import head from '../../features/session/SessionHead.module.css'
import screen from '../../features/session/SessionScreen.module.css'
import position from '../../features/session/now-playing/SongPosition.module.css'
import currentSong from '../../features/session/now-playing/CurrentSong.module.css'
import shell from '../shells/InsideShell.module.css'

/** A non-breaking space. It gives a line without text the height of a line with text. */
const EMPTY = '\u00a0'

/**
 * The prepared page of a session, which is shown before the app has loaded: the session's screen without controls,
 * with the app's styles. `show-session.ts` fills in the elements with `data-slot`, and removes the parts for which
 * the window is too small.
 */
export function PreparedSession() {
  return (
    <div className={shell.shell} data-slot="shell">
      <BackgroundLights />
      <div className={shell.pane} data-slot="pane" />
      <div className={shell.stage}>
        <div className={shell.screen}>
          <div className={screen.session} data-slot="session">
            <div className={backdrop.backdrop} data-own-light>
              <span className={backdrop.shade} />
            </div>
            <header className={head.head} data-theme="dark">
              <span className="prepared-back" />
              <h1 className={head.title} dir="auto" data-slot="title">
                {EMPTY}
              </h1>
            </header>
            <div className={screen.stage} data-theme="dark">
              <PreparedSong />
            </div>
            <div className={drawer.viewport} data-slot="drawer">
              <div className={`${drawer.popup} prepared-drawer`} data-placed="" />
            </div>
            <div className={screen.side} data-slot="side" />
          </div>
        </div>
      </div>
    </div>
  )
}

function PreparedSong() {
  return (
    <section className={currentSong.area}>
      <div className={currentSong.layout} data-still data-slot="stage">
        <div className={currentSong.art}>
          <span className={`${cover.cover} prepared-cover`}>
            <img className={cover.image} data-shown alt="" decoding="async" data-slot="cover" />
          </span>
        </div>
        <div className={`${currentSong.deck} prepared-deck`}>
          <div className={currentSong.header}>
            <h2 className={currentSong.song} dir="auto" data-slot="song">
              {EMPTY}
            </h2>
            <p className={currentSong.artists} dir="auto" data-slot="artists" />
            <p className={currentSong.chosen} />
          </div>
          <div className={position.position}>
            <div className={position.track} />
            <span className={position.time}>{EMPTY}</span>
          </div>
          <div className="prepared-controls" />
          <div className="prepared-pause" data-slot="pause" />
          <div className={currentSong.volume}>
            <span className="prepared-volume" />
          </div>
        </div>
      </div>
    </section>
  )
}

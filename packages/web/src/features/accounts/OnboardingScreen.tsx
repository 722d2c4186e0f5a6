import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useProvider } from '../../shared/api/use-provider.ts'
import { useEnter } from '../../shared/browser/layout/use-enter.ts'
import { rememberWithoutSound } from '../../shared/browser/sound/without-sound.ts'
import { loadPlaylists } from '../../shared/store/load-lists.ts'
import { useStore } from '../../shared/store/store.ts'
import { Button } from '../../shared/ui/buttons/Button.tsx'
import { Icon } from '../../shared/ui/media/Icon.tsx'
import { Logo, LogoMark } from '../../shared/ui/media/Logo.tsx'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import { ConnectPanel } from './ConnectPanel.tsx'
import css from './OnboardingScreen.module.css'
import { PlaylistChoice } from './PlaylistChoice.tsx'
import { type PlaylistDraft, usePlaylistChoice, usePlaylistDraft } from './use-playlist-choice.ts'

const steps = ['accounts', 'playlists', 'done'] as const
type Step = (typeof steps)[number]

/** The onboarding: the person connects an account and chooses playlists, or listens without playing (L5). */
export function OnboardingScreen() {
  const { t } = useTranslation()
  const linked = useStore((state) => state.accounts.length > 0)
  const chosen = useStore((state) => state.playlists.some((playlist) => playlist.load))
  const [step, setStep] = useState<Step>(linked ? 'playlists' : 'accounts')
  const [wasLinked, setWasLinked] = useState(linked)
  if (linked !== wasLinked) {
    setWasLinked(linked)
    // Only a newly linked account opens the next step. Otherwise a person who already has a linked account could
    // not go back to the first step.
    if (linked) setStep('playlists')
  }
  const isDone: Record<Step, boolean> = { accounts: linked, playlists: linked && chosen, done: false }
  // This component stores the draft, because the draft must still exist when the person leaves the step and returns
  // to it.
  const draft = usePlaylistDraft()
  const reachable = (index: number) => steps.slice(0, index).every((before) => isDone[before])
  const userId = useStore((state) => state.user?.id)
  const enter = useEnter()

  const leaveWithoutSound = () => {
    if (userId !== undefined) rememberWithoutSound(userId)
    enter()
  }

  return (
    <div className={css.onboarding}>
      <Logo size={30} />
      <ol className={css.steps} aria-label={t('onboarding.steps')}>
        {steps.map((name, index) => (
          <li key={name}>
            <button
              type="button"
              className={css.tile}
              disabled={!reachable(index)}
              aria-current={step === name ? 'step' : undefined}
              data-done={isDone[name] || undefined}
              onClick={() => setStep(name)}
            >
              <span className={css.number}>{isDone[name] ? <Icon name="check" size={18} /> : index + 1}</span>
              <span className={css.name}>{t(`onboarding.${name}`)}</span>
              {isDone[name] && <span className="visually-hidden">{t('onboarding.complete')}</span>}
            </button>
          </li>
        ))}
      </ol>
      <section className={css.body} key={step}>
        {step === 'accounts' && (
          <AccountsStep linked={linked} onNext={() => setStep('playlists')} onWithout={leaveWithoutSound} />
        )}
        {step === 'playlists' && (
          <PlaylistStep draft={draft} onNext={() => setStep('done')} onWithout={() => enter()} />
        )}
        {step === 'done' && <DoneStep onFinish={() => enter()} />}
      </section>
    </div>
  )
}

type AccountsStepProps = { linked: boolean; onNext: () => void; onWithout: () => void }

function AccountsStep({ linked, onNext, onWithout }: AccountsStepProps) {
  const { t } = useTranslation()
  const name = useStore((state) => state.accounts[0]?.name ?? '')
  const isBuiltIn = useProvider()?.directLink === true
  return (
    <>
      <PageHeading className={css.title} title={t('onboarding.accounts')} />
      <p className={css.text}>
        {t(isBuiltIn ? 'onboarding.accountsTextBuiltIn' : 'onboarding.accountsText')}
      </p>
      {linked ? (
        <p className={css.connected} role="status">
          <Icon name="done_all" /> {t('onboarding.connected', { name })}
        </p>
      ) : (
        <ConnectPanel />
      )}
      <div className={css.footer}>
        {!linked && (
          <div className={css.without}>
            <Button onClick={onWithout}>{t('onboarding.without')}</Button>
            <small>{t('onboarding.withoutText')}</small>
          </div>
        )}
        <Button tone={linked ? 'primary' : 'plain'} disabled={!linked} onClick={onNext} icon="next">
          {t('onboarding.next')}
        </Button>
      </div>
    </>
  )
}

type PlaylistStepProps = { draft: PlaylistDraft; onNext: () => void; onWithout: () => void }

/**
 * The second step: the person chooses at least one playlist. A button stores the choice. If there is no playlist to
 * choose, the person can fetch the list again, or continue without playlists (L16).
 */
function PlaylistStep({ draft, onNext, onWithout }: PlaylistStepProps) {
  const { t } = useTranslation()
  const choice = usePlaylistChoice(draft, true)
  const marked = choice.playlists.some((playlist) => playlist.load)
  const next = () => {
    if (!choice.changed) return onNext()
    void choice.store(() => void loadPlaylists().then(onNext))
  }
  return (
    <>
      <PageHeading className={css.title} title={t('onboarding.playlists')} />
      <p className={css.text}>{t('onboarding.playlistsText')}</p>
      <div className={css.playlists}>
        <PlaylistChoice choice={choice} />
      </div>
      {choice.isEmpty && (
        <Button icon="refresh" className={css.refresh} state={choice.fetchState} onClick={choice.refetch}>
          {t('account.refresh')}
        </Button>
      )}
      <div className={css.footer}>
        {choice.isEmpty && <Button onClick={onWithout}>{t('onboarding.withoutPlaylists')}</Button>}
        <Button tone="primary" icon="next" disabled={!marked} state={choice.saveState} onClick={next}>
          {t('onboarding.next')}
        </Button>
      </div>
    </>
  )
}

function DoneStep({ onFinish }: { onFinish: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.finale}>
      <LogoMark size={140} />
      <PageHeading className={css.title} title={t('onboarding.doneTitle')} />
      <p className={css.text}>{t('onboarding.doneText')}</p>
      <Button tone="primary" size="l" icon="next" onClick={onFinish}>
        {t('onboarding.finish')}
      </Button>
    </div>
  )
}

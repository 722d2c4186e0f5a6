import type { Options } from '@jointly/contract'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../shared/api/error-text.ts'
import { useInstall } from '../../../shared/browser/install.ts'
import { AddToHomescreen } from '../../../shared/ui/buttons/AddToHomescreen.tsx'
import { Button } from '../../../shared/ui/buttons/Button.tsx'
import { SkeletonRows } from '../../../shared/ui/states/Skeleton.tsx'
import type { SessionView } from '../model/session-view.ts'
import { BannedSection } from './people/BannedSection.tsx'
import { ChatSection } from '../chat/ChatSection.tsx'
import { Card, CardNote } from './components/Card.tsx'
import { FlavorSection } from './flavor/FlavorSection.tsx'
import { GeneralSection } from './sections/GeneralSection.tsx'
import { LeaveSection } from './sections/LeaveSection.tsx'
import { RandomModePeopleSection } from './sections/RandomModePeopleSection.tsx'
import { ModeSection } from './sections/ModeSection.tsx'
import css from './OptionsTab.module.css'
import { PeopleSection } from './people/PeopleSection.tsx'
import { PolicySection } from './sections/PolicySection.tsx'
import { RuleFacts } from './sections/RuleFacts.tsx'
import { RulesSection } from './sections/RulesSection.tsx'
import { SaveBar } from './components/SaveBar.tsx'
import { ShareSection } from './sections/ShareSection.tsx'
import { showFormErrors } from './model/show-form-errors.ts'
import { useInvalidNumber } from './model/use-invalid-number.ts'
import type { OptionsControls } from './model/use-options.ts'
import { PersonalSection } from './sections/PersonalSection.tsx'

type OptionsTabProps = {
  ssid: string
  view: SessionView
  options: OptionsControls
  /** The list of devices that can play the sound. */
  devices: ReactNode
  onLeave: () => void
}

/** The person's own settings, and the options of the session that the person may see (R1, R2). */
export function OptionsTab(props: OptionsTabProps) {
  const { ssid, view, options, devices, onLeave } = props
  const { t } = useTranslation()
  const canInstall = useInstall() !== null
  const { shared, you } = view
  const { session } = shared
  const { edit, open, reload, save, discard, form } = options
  const isOwner = you.role === 'owner'
  const { isInvalid, check } = useInvalidNumber(form)
  useEffect(open, [open])

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (showFormErrors(event.currentTarget)) void save()
  }

  return (
    <form ref={form} className={css.options} noValidate onSubmit={submit} onChange={check}>
      <PersonalSection favorite={you.favorite} devices={devices} />
      <LoadState options={options} />
      <ModeSection
        ssid={ssid}
        managed={session.managed}
        isOwner={isOwner}
        until={edit?.loaded.managedUntil}
        onDowngraded={reload}
      />
      <EditableSections ssid={ssid} view={view} options={options} />
      {edit?.loaded.share && <ShareSection share={edit.loaded.share} />}
      <RandomModePeopleSection shared={shared} />
      {canInstall && (
        <Card
          icon="download"
          title={t('session.options.homescreen.title')}
          text={t('session.options.homescreen.text')}
        >
          <AddToHomescreen />
        </Card>
      )}
      <LeaveSection
        ssid={ssid}
        title={session.title}
        isOwner={isOwner}
        onDeleted={discard}
        onLeave={onLeave}
      />
      <SaveBar options={options} shared={shared} isInvalid={isInvalid} />
    </form>
  )
}

function LoadState({ options: { edit, failed, reload } }: { options: OptionsControls }) {
  const { t } = useTranslation()
  if (edit) return null
  if (!failed) return <SkeletonRows count={3} label={t('session.options.loading')} />
  return (
    <div className={css.failed}>
      <CardNote tone="bad">{t('session.options.failed', { reason: errorText(t, failed) })}</CardNote>
      <Button icon="refresh" onClick={reload}>
        {t('state.retry')}
      </Button>
    </div>
  )
}

/** The sections that this person can edit. Rules that the person cannot edit are above them as text. */
function EditableSections({ ssid, view, options }: Pick<OptionsTabProps, 'ssid' | 'view' | 'options'>) {
  const { t } = useTranslation()
  const { edit, change, refused, discards, typed } = options
  if (!edit) return null
  const { loaded } = edit
  const section = { edit, change, refused }
  return (
    <>
      {(loaded.skipPercent === undefined || loaded.adding === undefined) && (
        <CurrentRules view={view} loaded={loaded} />
      )}
      <GeneralSection {...section} />
      <PolicySection {...section} />
      <RulesSection key={discards} {...section} typed={typed} />
      <ChatSection {...section} />
      {loaded.managed && (loaded.mods || loaded.flavor || loaded.banned) && (
        <h2 className={css.group}>{t('session.options.moderation')}</h2>
      )}
      <PeopleSection {...section} />
      <FlavorSection {...section} ssid={ssid} />
      <BannedSection loaded={loaded} view={view} />
    </>
  )
}

/** The rules that this person cannot change. */
function CurrentRules({ view: { shared }, loaded }: { view: SessionView; loaded: Options }) {
  const { t } = useTranslation()
  return (
    <Card icon="info" title={t('session.options.here')}>
      <dl className={css.facts}>
        {loaded.policy === undefined && (
          <>
            <dt>{t('session.options.who')}</dt>
            <dd>{t(`session.options.policyText.${shared.session.policy}`)}</dd>
          </>
        )}
        {loaded.skipPercent === undefined && (
          <>
            <dt>{t('session.skip.short')}</dt>
            <dd>{t('session.options.skip', { percent: shared.setup.skipPercent })}</dd>
          </>
        )}
        {loaded.adding === undefined && <RuleFacts rules={shared.setup.rules} />}
      </dl>
    </Card>
  )
}

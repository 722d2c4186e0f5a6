import { hostRuleLimits, type HostRules, hostRulesIn } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { SwitchField } from '../../../../shared/ui/forms/SwitchField.tsx'
import { FallbackChoice } from '../components/FallbackChoice.tsx'
import { Card } from '../components/Card.tsx'
import { NumberField } from '../components/NumberField.tsx'
import { SectionNote } from '../components/SectionNote.tsx'
import type { Sections } from '../model/sections.ts'
import type { TypedNumbers } from '../model/typed-numbers.ts'
import css from './RulesSection.module.css'
import type { SectionProps } from './section-props.ts'

/** The host's rules: who may add songs and how many, whether there are down-votes, and which songs may play (H1). */
export function RulesSection({ edit, change, refused, typed }: SectionProps & { typed: TypedNumbers }) {
  const { t } = useTranslation()
  const rules = edit.loaded.adding === undefined ? null : rulesOf(edit.draft)
  if (!rules) return null
  const note = { edit, refused }
  const toggle = (name: 'adding' | 'approve' | 'downVotes' | 'explicit') => (
    <>
      <SwitchField
        label={t(`session.options.rules.${name}`)}
        detail={t(`session.options.rules.${name}Text`)}
        checked={rules[name]}
        onChange={(value) => change({ [name]: value })}
      />
      <SectionNote section={name} {...note} />
    </>
  )
  const number = (name: 'songsPerPerson' | 'noRepeat', min: number) => (
    <>
      <NumberField
        name={name}
        typed={typed}
        label={t(`session.options.rules.${name}`)}
        text={t(`session.options.rules.${name}Text`)}
        min={min}
        max={hostRuleLimits[name]}
        value={rules[name]}
        onChange={(value) => value !== null && change({ [name]: value })}
      />
      <SectionNote section={name} {...note} />
    </>
  )
  return (
    <Card icon="star" title={t('session.options.rules.title')} text={t('session.options.rules.text')}>
      <h4 className={css.group}>{t('session.options.rules.people')}</h4>
      {toggle('adding')}
      {toggle('approve')}
      {number('songsPerPerson', 1)}
      {toggle('downVotes')}
      <h4 className={css.group}>{t('session.options.rules.songs')}</h4>
      {toggle('explicit')}
      <NumberField
        name="maxMinutes"
        typed={typed}
        label={t('session.options.rules.maxMinutes')}
        text={t('session.options.rules.maxMinutesText')}
        min={1}
        max={hostRuleLimits.maxMinutes}
        value={rules.maxMinutes}
        emptyText={t('session.options.rules.noLimit')}
        onChange={(maxMinutes) => change({ maxMinutes })}
      />
      <SectionNote section="maxMinutes" {...note} />
      {number('noRepeat', 0)}
      <h4 className={css.group}>{t('session.options.rules.quiet')}</h4>
      <FallbackChoice value={edit.draft.fallback ?? null} onChange={(fallback) => change({ fallback })} />
      <SectionNote section="fallback" {...note} />
    </Card>
  )
}

/** Returns the rules of the draft. Null if one of them is missing. */
function rulesOf(draft: Sections): HostRules | null {
  const { adding, songsPerPerson, downVotes, explicit, maxMinutes, noRepeat, approve } = draft
  if (adding === undefined || songsPerPerson === undefined || downVotes === undefined) return null
  if (explicit === undefined || maxMinutes === undefined || noRepeat === undefined) return null
  if (approve === undefined) return null
  return hostRulesIn({ adding, songsPerPerson, downVotes, explicit, maxMinutes, noRepeat, approve })
}

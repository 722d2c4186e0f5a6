import type { HostRules } from '@jointly/domain'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'

/** The host's rules that restrict something (H1), as text for people who cannot change them. */
export function RuleFacts({ rules }: { rules: HostRules }) {
  const { t } = useTranslation()
  const facts = factsOf(t, rules)
  if (facts.length === 0) return null
  return (
    <>
      <dt>{t('session.options.rules.title')}</dt>
      <dd>{facts.join(' ')}</dd>
    </>
  )
}

function factsOf(t: TFunction, rules: HostRules): string[] {
  const { songsPerPerson, maxMinutes, noRepeat } = rules
  return [
    rules.adding ? '' : t('session.rule.locked'),
    rules.approve ? t('session.options.rules.approveFact') : '',
    songsPerPerson < 200 ? t('session.options.rules.limitFact', { count: songsPerPerson }) : '',
    rules.downVotes ? '' : t('session.rule.down-votes'),
    rules.explicit ? '' : t('session.rule.explicit'),
    maxMinutes === null ? '' : t('session.options.rules.lengthFact', { count: maxMinutes }),
    noRepeat === 0 ? '' : t('session.options.rules.repeatFact', { count: noRepeat }),
  ].filter(Boolean)
}

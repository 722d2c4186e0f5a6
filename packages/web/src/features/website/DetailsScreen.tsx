import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../shared/ui/media/Icon.tsx'
import { PageHeading } from '../../shared/ui/layout/PageHeading.tsx'
import css from './pages.module.css'
import { RegisterLink } from './RegisterLink.tsx'

const points = [
  ['step', 'volume'],
  ['why', 'info'],
  ['random', 'random'],
  ['managed', 'options'],
  ['skip', 'skip'],
  ['share', 'qr'],
  ['timeline', 'timeline'],
  ['phone', 'download'],
  ['own', 'home'],
] as const satisfies readonly (readonly [string, IconName])[]

export function DetailsScreen() {
  const { t } = useTranslation()
  return (
    <article className={css.page}>
      <PageHeading className={css.title} title={t('details.lead')} />
      <ul className={css.points}>
        {points.map(([name, icon]) => (
          <li key={name} className={css.point}>
            <Icon name={icon} size={26} />
            <h2 className="heading-large">{t(`details.points.${name}.title`)}</h2>
            <p className="secondary">{t(`details.points.${name}.text`)}</p>
          </li>
        ))}
      </ul>
      <RegisterLink />
    </article>
  )
}

import type { PublicUser } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import css from './PersonName.module.css'

type NamedPerson = Pick<PublicUser, 'username' | 'guest'>

/** The name of a person. A guest's name has a mark, because anyone may choose any nickname (G1). */
export function PersonName({ person }: { person: NamedPerson }) {
  const { t } = useTranslation()
  return (
    <span className={css.person}>
      <bdi className={css.name}>{person.username}</bdi>
      {person.guest && <span className={css.mark}>{t('guest.mark')}</span>}
    </span>
  )
}

/** Returns the name of a person for a sentence. A guest's name has a mark. */
export const nameInText = (t: TFunction, { username, guest }: NamedPerson): string =>
  guest ? t('guest.inText', { name: username }) : username

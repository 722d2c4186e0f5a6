import { useTranslation } from 'react-i18next'
import { screenPath } from '../../browser/paths.ts'
import { useStore } from '../../store/store.ts'
import { Icon } from '../media/Icon.tsx'
import { ButtonLink } from './ShellLink.tsx'

/**
 * Invites a guest to create an account (G6). Renders nothing for a person with an account.
 * @param namesVotes whether the text names the votes as a reason; false below a text that names another reason
 */
export function CreateAccountLink({ namesVotes = true }: { namesVotes?: boolean }) {
  const { t } = useTranslation()
  const isGuest = useStore((state) => state.user?.guest)
  if (!isGuest) return null
  return (
    <ButtonLink to={screenPath.settings()}>
      <Icon name="person_add" /> {t(namesVotes ? 'toAccount.keep' : 'toAccount.title')}
    </ButtonLink>
  )
}

import type { PublicUser } from '@jointly/contract'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '../../../shared/ui/media/Avatar.tsx'
import { nameInText } from '../../../shared/ui/media/PersonName.tsx'
import { OpenPeopleSheet } from './open-people-sheet.ts'
import css from './VoterFaces.module.css'

const SHOWN_FACES = 4
const FACE_SIZE = 22

type VoterFacesProps = { title: string; voters: readonly PublicUser[]; count: number }

/** A button with the avatars of people who voted for a song. It opens the list of the voters' names (U1). */
export function VoterFaces({ title, voters, count }: VoterFacesProps) {
  const { t } = useTranslation()
  const openSheet = use(OpenPeopleSheet)
  if (voters.length === 0) return null
  const shown = voters.slice(0, voters.length === count && count <= SHOWN_FACES + 1 ? count : SHOWN_FACES)
  const more = count - shown.length
  const names = voters.map((voter) => nameInText(t, voter)).join(', ')
  const label =
    count > voters.length
      ? t('people.voters.labelMore', { names, count: count - voters.length })
      : t('people.voters.label', { names })
  return (
    <button
      type="button"
      className={css.faces}
      aria-haspopup="dialog"
      onClick={() => openSheet({ kind: 'voters', title, voters, count })}
    >
      {/* The button's name is hidden text. An `aria-label` would have to contain the initials in the avatars,
          because voice control finds a button by its visible text. */}
      <span className="visually-hidden">{label}</span>
      {shown.map((voter) => (
        <Avatar key={voter.id} person={voter} size={FACE_SIZE} />
      ))}
      {more > 0 && (
        <span aria-hidden className={css.more}>
          +{more}
        </span>
      )}
    </button>
  )
}

import type { Matcher, PublicUser, SharedSession, You } from '@jointly/contract'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../../shared/store/store.ts'
import type { SessionView } from '../model/session-view.ts'
import type { ShownRole } from '../social/shown-roles.ts'
import css from './PeopleSheet.module.css'

type FactsProps = {
  person: PublicUser
  view: SessionView
  /** The people in random mode, with the number of songs of each person. Null if they could not be fetched. */
  randomMode: Matcher | null
  /** The role of the person. Null if the person has no role, or if the reader may not see the role. */
  role: ShownRole | null
  /** Whether the reader sees all roles. If so, `role` null means that the person has no role. */
  isRoleKnown: boolean
}

/**
 * The rights of a person in the session, and the person's songs and votes (U5). Other screens show the same facts, so
 * they are no secret.
 */
export function ProfileFacts({ person, view, randomMode, role, isRoleKnown }: FactsProps) {
  const { t } = useTranslation()
  const ownId = useStore((state) => state.user?.id)
  const { shared, you } = view
  const turns = randomMode?.listeners.find(({ user }) => user.id === person.id)
  const played = turns ? turns.picked + turns.voted : 0
  const brought = shared.votes.filter(({ why }) => why.by?.id === person.id)
  const voted = votesOf(shared, you, person.id, ownId)
  const facts = [
    rightsText(t, { person, role, isRoleKnown, mayAdd: shared.setup.rules.adding }),
    brought.length > 0 &&
      t('people.profile.brought', { count: brought.length, title: brought[0]?.song.title ?? '' }),
    voted !== null && voted > 0 && t('people.profile.voted', { count: voted }),
    randomMode &&
      played > 0 &&
      t('people.profile.played', { played, count: randomMode.picked + randomMode.voted }),
    turns && t('people.profile.songs', { count: turns.songs }),
  ].filter((fact) => typeof fact === 'string')
  if (facts.length === 0) return null
  return (
    <ul className={css.facts}>
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  )
}

type Rights = { person: PublicUser; role: ShownRole | null; isRoleKnown: boolean; mayAdd: boolean }

/**
 * Returns a sentence about the rights of a person. Null if the person has an account, but the reader cannot see
 * whether the person has a role.
 */
function rightsText(t: TFunction, { person, role, isRoleKnown, mayAdd }: Rights): string | null {
  if (role) return `${t(`session.options.level.${role}`)}: ${t(`session.options.levelText.${role}`)}.`
  if (person.guest) return t(mayAdd ? 'people.profile.guest' : 'people.profile.guestLocked')
  if (!isRoleKnown) return null
  return t(mayAdd ? 'people.profile.member' : 'people.profile.memberLocked')
}

/**
 * Counts the listed songs for which a person voted up. For the reader, the count is always known. For another person,
 * it is null if the view does not name all voters (U1), because the count could be wrong.
 */
function votesOf(
  { votes, voteCount, voters }: SharedSession,
  you: You,
  id: string,
  ownId: string | undefined,
): number | null {
  if (id === ownId) return Object.values(you.votes).filter((direction) => direction === 'up').length
  const areAllNamed = votes.length === voteCount && votes.every((vote) => vote.voters.length >= vote.upvotes)
  if (!areAllNamed) return null
  return votes.filter((vote) => vote.voters.some((place) => voters[place]?.id === id)).length
}

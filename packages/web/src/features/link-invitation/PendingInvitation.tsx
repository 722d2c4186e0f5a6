import css from './PendingInvitation.module.css'

/** The class of the card of an invitation. */
export const frame = css.frame ?? ''

/** The class of a card with the minimum height of an invitation, so that nothing moves when it is loaded. */
export const high = css.high ?? ''

/**
 * The card of an invitation whose code or data are not loaded yet. It shows the places of the cover and the title.
 * @param label what screen readers say; missing while the texts of the invitation are not loaded
 */
export const PendingInvitation = ({ label }: { label?: string }) => (
  <section className={`${frame} ${high} ${css.pending}`} aria-busy aria-label={label} />
)

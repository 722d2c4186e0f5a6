import { GuestForm } from '../../features/guest/GuestForm.tsx'
import { InvitationCard } from '../../features/link-invitation/InvitationCard.tsx'

/**
 * The invitation at a link, with the form for guests (J5, G8). The code of both is loaded together, so that nothing
 * moves when they appear.
 * @param onClosed is called when no session is open at the link
 */
export const LinkInvitation = ({ ssid, onClosed }: { ssid: string; onClosed: () => void }) => (
  <InvitationCard ssid={ssid} guestForm={GuestForm} onClosed={onClosed} />
)

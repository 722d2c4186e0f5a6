import { Dialog } from '@base-ui/react/dialog'
import { type Role, type Session, shortLink } from '@jointly/contract'
import { isManaging, isOpenByLink, maySeeSection } from '@jointly/domain'
import { useTranslation } from 'react-i18next'
import { useProvider } from '../../../shared/api/use-provider.ts'
import { shareLink } from '../../../shared/browser/paths.ts'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { BigScreens } from './BigScreens.tsx'
import { Posters } from './Posters.tsx'
import { ShareLink } from '../social/ShareLink.tsx'
import { QrCode } from '../../../shared/ui/media/QrCode.tsx'
import dialog from '../../../shared/ui/dialogs/Dialog.module.css'
import { ScrollingDialog } from '../../../shared/ui/dialogs/ScrollingDialog.tsx'
import css from './ShareDialog.module.css'

type ShareDialogProps = {
  session: Session
  role: Role
  open: boolean
  onClose: () => void
}

/** A dialog with the ways to join a session: a large QR code, the session code, the links and the posters. */
export function ShareDialog({ session, role, open, onClose }: ShareDialogProps) {
  const { t } = useTranslation()
  const origin = useProvider()?.linkOrigin ?? location.origin
  const { uuid, code, title, policy, managed } = session
  const target = isOpenByLink(policy) && code ? shortLink(origin, code) : shareLink(origin, uuid)
  return (
    <ScrollingDialog open={open} onClose={onClose} className={`${dialog.scrolling} ${css.content}`}>
      <div className={`${dialog.head} ${css.head}`}>
        <Dialog.Title className={`${dialog.title} ${css.title}`} dir="auto">
          {title}
        </Dialog.Title>
        <IconButton icon="close" label={t('state.close')} onClick={onClose} />
      </div>
      <QrCode className={css.qr} text={target} label={t('session.share.qr', { title })} />
      <ShareLink session={session} />
      {maySeeSection(role, 'share', managed) && <Posters ssid={uuid} />}
      {isManaging(role) && <BigScreens session={session} />}
    </ScrollingDialog>
  )
}

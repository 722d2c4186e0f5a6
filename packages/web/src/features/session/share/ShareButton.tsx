import type { Role, Session } from '@jointly/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'
import { lazyDialog } from '../../../shared/ui/parts/lazy-dialog.tsx'

const ShareDialog = lazyDialog(() => import('./ShareDialog.tsx'), 'ShareDialog')

export function ShareButton({ session, role }: { session: Session; role: Role }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <>
      <IconButton
        icon="share"
        label={t('session.share.open')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      <ShareDialog session={session} role={role} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

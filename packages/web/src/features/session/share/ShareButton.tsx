import type { Role, Session } from '@jointly/contract'
import { isManaging } from '@jointly/domain'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../shared/ui/buttons/Button.tsx'

const ShareDialog = lazy(() =>
  import('./ShareDialog.tsx').then((module) => ({ default: module.ShareDialog })),
)

/** The button that opens the share dialog. */
export function ShareButton({ session, role }: { session: Session; role: Role }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <IconButton
        icon="share"
        label={t('session.share.open')}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true)
          setOpen(true)
        }}
      />
      {wasOpened && (
        <Suspense>
          <ShareDialog
            session={session}
            isHost={isManaging(role)}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}

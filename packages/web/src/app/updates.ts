import i18next from 'i18next'
import { registerSW } from 'virtual:pwa-register'
import { showToast } from '../shared/ui/toast.ts'

// The service worker keeps the app's files; a new version waits until the person takes it.
const update = registerSW({
  onNeedRefresh: () =>
    void showToast({
      text: i18next.t('state.newVersion'),
      action: { label: i18next.t('state.update'), run: () => void update(true) },
    }),
})

import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../shared/browser/title.ts'
import { HomeList } from './HomeList.tsx'

/** The home list as a screen, on the phone. */
export function HomeScreen() {
  const { t } = useTranslation()
  usePageTitle(t('home.title'))
  return <HomeList />
}

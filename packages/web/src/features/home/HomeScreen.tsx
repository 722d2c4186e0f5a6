import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../shared/browser/title.ts'
import { HomeList } from './HomeList.tsx'

/** The home navigation as a screen of its own, on the phone. */
export function HomeScreen() {
  const { t } = useTranslation()
  usePageTitle(t('home.title'))
  return <HomeList />
}

import { useTranslation } from 'react-i18next'
import { usePageTitle } from '../../shared/browser/title.ts'
import { HomeList } from './HomeList.tsx'

export function HomeScreen() {
  const { t } = useTranslation()
  usePageTitle(t('home.title'))
  return <HomeList isScreen />
}

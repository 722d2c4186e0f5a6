import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasNotices, setNotices } from '../../shared/browser/notices.ts'
import { SelectEntry } from './SelectEntry.tsx'

/** Switches the notices in sessions on or off on this device (U6). */
export function NoticesEntry() {
  const { t } = useTranslation()
  const [on, setOn] = useState(hasNotices)
  return (
    <SelectEntry
      icon="alert"
      title={t('people.notice.setting')}
      text={t('people.notice.settingText')}
      value={on ? 'on' : 'off'}
      onChange={(value) => {
        setNotices(value === 'on')
        setOn(value === 'on')
      }}
    >
      <option value="on">{t('people.notice.on')}</option>
      <option value="off">{t('people.notice.off')}</option>
    </SelectEntry>
  )
}

import { useTranslation } from 'react-i18next'
import { SwitchField } from '../../../shared/ui/forms/SwitchField.tsx'
import { Card } from '../options/components/Card.tsx'
import { SectionNote } from '../options/components/SectionNote.tsx'
import type { SectionProps } from '../options/sections/section-props.ts'

/** The section that switches the chat on or off (C4). */
export function ChatSection({ edit, change, refused }: SectionProps) {
  const { t } = useTranslation()
  const { chat } = edit.draft
  if (edit.loaded.chat === undefined || chat === undefined) return null
  return (
    <Card icon="chat" title={t('session.options.chat.label')}>
      <SwitchField
        label={t('session.options.chat.label')}
        detail={t('session.options.chat.text')}
        checked={chat}
        onChange={(value) => change({ chat: value })}
      />
      <SectionNote section="chat" edit={edit} refused={refused} />
    </Card>
  )
}

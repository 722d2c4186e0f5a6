import type { FlavorItem } from '@jointly/contract'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../../../shared/ui/media/Icon.tsx'
import { Card, CardNote } from '../components/Card.tsx'
import { Choices } from '../components/Choices.tsx'
import { FlavorPicker } from './FlavorPicker.tsx'
import css from './FlavorSection.module.css'
import { flavorName } from './flavor-items.ts'
import { MarkedList } from '../components/MarkedList.tsx'
import { ListWithPicker } from '../components/ListWithPicker.tsx'
import { SectionNote } from '../components/SectionNote.tsx'
import type { SectionProps } from '../sections/section-props.ts'
import { flavorItemKind } from '../model/sections.ts'

const modes = ['disabled', 'blacklist', 'whitelist'] as const
const signs: Record<FlavorItem['kind'], IconName> = { artist: 'person', song: 'music', playlist: 'playlist' }

/** The section for the flavor, which decides which songs may be played (F1, F2). */
export function FlavorSection({ ssid, edit, change, refused }: SectionProps & { ssid: string }) {
  const { t } = useTranslation()
  const { flavor } = edit.draft
  if (edit.loaded.flavor === undefined || flavor === undefined) return null
  const select = (selected: readonly FlavorItem[]) => change({ flavor: { ...flavor, selected } })
  return (
    <Card icon="music" title={t('session.options.flavor.title')}>
      <Choices
        legend={t('session.options.flavor.mode')}
        value={flavor.mode}
        onChange={(mode) => change({ flavor: { ...flavor, mode } })}
        choices={modes.map((value) => ({
          value,
          label: t(`session.options.flavor.${value}`),
          text: t(`session.options.flavor.${value}Text`),
        }))}
      />
      {flavor.mode === 'whitelist' && flavor.selected.length === 0 && (
        <CardNote tone="warn">{t('session.options.flavor.emptyWhitelist')}</CardNote>
      )}
      {flavor.mode === 'disabled' && flavor.selected.length > 0 && (
        <CardNote>{t('session.options.flavor.unused')}</CardNote>
      )}
      <ListWithPicker
        add={{ label: t('session.options.flavor.add'), icon: 'add' }}
        title={t('session.options.flavor.addTitle')}
        renderList={(focusAdd) => (
          <MarkedList
            onAddedRowRemoved={focusAdd}
            before={edit.base.flavor?.selected ?? []}
            now={flavor.selected}
            kind={flavorItemKind}
            onChange={select}
            nameOf={flavorName}
            renderStart={({ kind }) => (
              <span className={css.sign}>
                <Icon name={signs[kind]} size={18} />
              </span>
            )}
            detail={({ kind }) => t(`session.options.flavor.${kind}`)}
            removeLabel={(name) => t('session.options.flavor.remove', { name })}
            empty={t('session.options.flavor.none')}
          />
        )}
        renderPicker={() => <FlavorPicker ssid={ssid} selected={flavor.selected} onSelect={select} />}
      />
      <SectionNote section="flavor" edit={edit} refused={refused} />
    </Card>
  )
}

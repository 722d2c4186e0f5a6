import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { ButtonState } from '../../shared/ui/buttons/Button.tsx'
import { Icon, type IconName } from '../../shared/ui/media/Icon.tsx'
import { IconCircle } from '../../shared/ui/media/IconCircle.tsx'
import { pressableRow, Row } from '../../shared/ui/layout/Row.tsx'
import { ShellLink } from '../../shared/ui/buttons/ShellLink.tsx'
import { Spinner } from '../../shared/ui/states/Spinner.tsx'

type EntryProps = { icon: IconName; title: string; text: string; danger?: boolean }

function EntryRow({ icon, title, text, danger = false, end }: EntryProps & { end?: ReactNode }) {
  return (
    <Row
      wraps
      start={<IconCircle name={icon} tone={danger ? 'danger' : 'plain'} />}
      title={title}
      detail={text}
      end={end}
    />
  )
}

type SettingsLinkProps = {
  icon: IconName
  /** The key of the texts in `settings`: `setup` has the texts `settings.setup` and `settings.setupText`. */
  name: 'setup' | 'passkeys' | 'logins' | 'provider' | 'ticket' | 'resetLink' | 'doctor'
  /** The streaming service that the title of `provider` names. */
  providerName?: string
  to: string
}

/** A row of the settings that opens another screen. */
export function SettingsLink({ icon, name, providerName = '', to }: SettingsLinkProps) {
  const { t } = useTranslation()
  return (
    <ShellLink to={to} className={pressableRow}>
      <EntryRow
        icon={icon}
        title={t(`settings.${name}`, { name: providerName })}
        text={t(`settings.${name}Text`)}
        end={<Icon name="chevron_right" size={18} />}
      />
    </ShellLink>
  )
}

type SettingsEntryProps = EntryProps & {
  ref?: Ref<HTMLButtonElement>
  onClick: () => void
  /** Whether the content below the row is open. Undefined if the row has no such content. */
  expanded?: boolean
  state?: ButtonState
}

/** A row of the settings with a button. While its action runs, the button keeps the focus, but a press does nothing. */
export function SettingsEntry({ ref, onClick, expanded, state, ...entry }: SettingsEntryProps) {
  const { t } = useTranslation()
  const busy = state === 'loading'
  const running = busy && (
    <>
      <Spinner />
      <span className="visually-hidden">{t('state.loading')}</span>
    </>
  )
  const done = state === 'success' && <Icon name="done_all" />
  const sign = expanded !== undefined && <Icon name={expanded ? 'expand_more' : 'chevron_right'} size={18} />
  return (
    <button
      ref={ref}
      type="button"
      className={pressableRow}
      aria-expanded={expanded}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
    >
      <EntryRow {...entry} end={running || done || sign} />
    </button>
  )
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useShell } from '../../browser/layout/use-shell.ts'
import { type ButtonStyle, buttonClass } from './Button.tsx'
import css from './Button.module.css'
import { Icon, type IconName } from '../media/Icon.tsx'

type ShellLinkProps = {
  /** The path of the screen, without the layout: `screenPath.accounts()`. */
  to: string
  className?: string | undefined
  children?: ReactNode
  'aria-label'?: string
  'aria-current'?: 'page' | 'true'
  title?: string
  onClick?: () => void
}

export function ShellLink({ to, ...rest }: ShellLinkProps) {
  return <Link {...rest} to={useShell() + to} />
}

/** A link that looks like a button with text. */
export function ButtonLink({ tone, size, className, ...rest }: ShellLinkProps & ButtonStyle) {
  return (
    <ShellLink {...rest} className={[buttonClass({ tone, size }), className].filter(Boolean).join(' ')} />
  )
}

/** A link that looks like an icon button. @param isMarked adds a dot; the label must say what the dot means */
export function IconLink({
  icon,
  label,
  isMarked = false,
  ...rest
}: ShellLinkProps & { icon: IconName; label: string; isMarked?: boolean }) {
  return (
    <ShellLink {...rest} className={`${css.icon} ${css.quiet}`} aria-label={label} title={label}>
      <Icon name={icon} size={22} />
      {isMarked && <span className={css.mark} />}
    </ShellLink>
  )
}

/** A link to a parent screen. @param to the path of this screen; the default is the home screen */
export function BackLink({ to = '' }: { to?: string }) {
  const { t } = useTranslation()
  return <IconLink icon="back" label={t('state.back')} to={to} />
}

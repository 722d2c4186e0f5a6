import type { ComponentPropsWithRef, ReactNode } from 'react'
import css from './Button.module.css'
import { Icon, type IconName } from '../media/Icon.tsx'
import { Spinner } from '../states/Spinner.tsx'

/**
 * The state of an action button (spec section 4). The button shows its own icon, a spinner, a check mark or a
 * warning.
 */
export type ButtonState = 'default' | 'loading' | 'success' | 'failed'

export type ButtonStyle = {
  tone?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined
  size?: 'm' | 'l' | 's' | undefined
}

export const buttonClass = ({ tone = 'plain', size = 'm' }: ButtonStyle = {}) =>
  [css.button, css[tone], css[size]].join(' ')

function StateIcon({ state, icon, size }: { state: ButtonState; icon?: IconName | undefined; size: number }) {
  if (state === 'loading') return <Spinner size={size} />
  if (state === 'success') return <Icon name="done_all" size={size} />
  if (state === 'failed') return <Icon name="warning" size={size} />
  return icon ? <Icon name={icon} size={size} /> : null
}

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> &
  ButtonStyle & { children: ReactNode; icon?: IconName; state?: ButtonState }

/** A button with text. While its action runs, the button keeps the focus, but a press does nothing. */
export function Button({
  tone,
  size,
  icon,
  state = 'default',
  children,
  className,
  onClick,
  ...rest
}: ButtonProps) {
  const busy = state === 'loading'
  return (
    <button
      type="button"
      {...rest}
      className={[buttonClass({ tone, size }), className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      data-state={state}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      <StateIcon state={state} icon={icon} size={size === 's' ? 16 : 20} />
      <span>{children}</span>
    </button>
  )
}

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'children'> & {
  icon: IconName
  /** The name of the button for screen readers, also shown as a tooltip. */
  label: string
  state?: ButtonState
  tone?: 'plain' | 'quiet' | 'primary' | 'danger'
  size?: number
  filled?: boolean
}

/** A round button with an icon only. `label` is its name. */
export function IconButton({
  icon,
  label,
  state = 'default',
  tone = 'quiet',
  size = 22,
  filled = false,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const busy = state === 'loading'
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={[css.icon, css[tone], className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      data-state={state}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {state === 'default' ? (
        <Icon name={icon} size={size} filled={filled} />
      ) : (
        <StateIcon state={state} size={size} />
      )}
    </button>
  )
}

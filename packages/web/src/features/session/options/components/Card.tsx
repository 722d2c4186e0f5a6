import { type ReactNode, useId } from 'react'
import { Icon, type IconName } from '../../../../shared/ui/media/Icon.tsx'
import css from './Card.module.css'

type CardProps = {
  title: string
  icon: IconName
  /** A sentence below the title that explains the card. */
  text?: string | undefined
  children?: ReactNode
}

export function Card({ title, icon, text, children }: CardProps) {
  const id = useId()
  return (
    <section className={css.card} aria-labelledby={id}>
      <div className={css.head}>
        <span className={css.sign}>
          <Icon name={icon} size={18} />
        </span>
        <h3 id={id} className="heading-large">
          {title}
        </h3>
      </div>
      {text && <p className="secondary-small">{text}</p>}
      {children}
    </section>
  )
}

type CardNoteProps = { tone?: 'plain' | 'warn' | 'bad'; children: ReactNode }

export function CardNote({ tone = 'plain', children }: CardNoteProps) {
  return (
    <p className={css.note} data-tone={tone} role={tone === 'plain' ? undefined : 'alert'}>
      {tone !== 'plain' && <Icon name="warning" size={18} />}
      <span>{children}</span>
    </p>
  )
}

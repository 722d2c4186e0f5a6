import { Icon, type IconName } from './Icon.tsx'
import css from './IconCircle.module.css'

type IconCircleProps = { name: IconName; tone?: 'plain' | 'primary' | 'danger' }

export function IconCircle({ name, tone = 'plain' }: IconCircleProps) {
  return (
    <span className={css.circle} data-tone={tone}>
      <Icon name={name} />
    </span>
  )
}

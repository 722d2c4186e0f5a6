import { Icon, type IconName } from './Icon.tsx'
import css from './IconCircle.module.css'

export function IconCircle({
  name,
  tone = 'plain',
}: {
  name: IconName
  tone?: 'plain' | 'primary' | 'danger'
}) {
  return (
    <span className={css.circle} data-tone={tone}>
      <Icon name={name} />
    </span>
  )
}

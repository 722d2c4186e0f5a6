import { usePageTitle } from '../../browser/title.ts'
import { useHeadingFocus } from './use-heading-focus.ts'

type PageHeadingProps = {
  title: string
  className?: string | undefined
  /** 2 if the headline of the website is above it. */
  level?: 1 | 2
}

/** The heading of a screen, which is also the title of the tab. It gets the focus when the screen opens (D14). */
export function PageHeading({ title, className, level = 1 }: PageHeadingProps) {
  const heading = useHeadingFocus()
  usePageTitle(title)
  const Heading = `h${level}` as const
  return (
    <Heading ref={heading} tabIndex={-1} className={className} title={title} dir="auto">
      {title}
    </Heading>
  )
}

import type { ReactNode } from 'react'
import { Stack } from '#ui/stack.tsx'
import { Heading, Text } from '#ui/text.tsx'
import classes from './account.module.css'

interface AccountCardProps {
  /** The anchor of the card; its title gets the id `<id>-title`. */
  id: string
  title: string
  intro: string
  children?: ReactNode
}

/** A card of the profile page: title, one sentence, content if there is any. */
export function AccountCard({ id, title, intro, children }: AccountCardProps) {
  const titleId = `${id}-title`

  return (
    <section id={id} className={classes.card} aria-labelledby={titleId}>
      <Stack>
        <div>
          <Heading level={2} id={titleId}>
            {title}
          </Heading>
          <Text size="sm" tone="soft">
            {intro}
          </Text>
        </div>
        {children}
      </Stack>
    </section>
  )
}

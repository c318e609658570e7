import { type ReactNode, useId } from 'react'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Hint } from '#ui/text.tsx'

interface StaffPageProps {
  title: ReactNode
  intro?: ReactNode
  /** At the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The frame of a staff screen: its heading, its actions and its content. */
export function StaffPage({ title, intro, actions, children }: StaffPageProps) {
  const id = useId()

  return (
    <section aria-labelledby={id}>
      <Stack gap="lg">
        <Row justify="between">
          <Stack gap="xs">
            <Heading level={1} size="xl" id={id}>
              {title}
            </Heading>
            {intro ? <Hint>{intro}</Hint> : null}
          </Stack>
          {actions ? <Row>{actions}</Row> : null}
        </Row>
        {children}
      </Stack>
    </section>
  )
}

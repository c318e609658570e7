import { IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Row } from '#ui/stack.tsx'
import { Heading, Text } from '#ui/text.tsx'
import classes from './pay.module.css'

interface OutcomeProps {
  title: string
  text: string
  /** Paid, and nothing is left to do; or failed, and announced as an alert. */
  tone?: 'paid' | 'failed' | undefined
  /** The next steps. */
  children?: ReactNode
}

/** The result of a payment, with the next steps. */
export function Outcome({ title, text, tone, children }: OutcomeProps) {
  return (
    <div className={classes.outcome} role={tone === 'failed' ? 'alert' : undefined}>
      {tone === 'paid' ? <IconCircleCheck className={classes.tick} size={56} stroke={1.5} aria-hidden /> : null}
      <Heading level={1}>{title}</Heading>
      <Text tone="soft">{text}</Text>
      <Row justify="center">{children}</Row>
    </div>
  )
}

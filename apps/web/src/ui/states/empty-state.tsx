import type { ReactNode } from 'react'
import classes from './state.module.css'

interface EmptyStateProps {
  title: string
  text?: ReactNode
  action?: ReactNode
  /**
   * Nothing else is on the page: the title is its heading, without which a screen reader does not
   * know where it is.
   */
  isPage?: boolean
}

export function EmptyState({ title, text, action, isPage = false }: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className={classes.state}>
      <Title className={classes.title}>{title}</Title>
      {text ? <p className={classes.text}>{text}</p> : null}
      {action}
    </div>
  )
}

import type { ComponentPropsWithRef } from 'react'
import { classNames } from './class-names.ts'
import { numbered } from './numbered.tsx'
import classes from './text.module.css'

interface TextProps extends ComponentPropsWithRef<'p'> {
  as?: 'p' | 'div' | 'span'
  size?: 'xs' | 'sm' | 'md'
  tone?: 'ink' | 'soft' | 'danger'
}

/** A paragraph that is smaller or softer than the text around it. */
export function Text({ as: Element = 'p', size = 'md', tone = 'ink', className, children, ...rest }: TextProps) {
  return (
    <Element {...rest} className={classNames(classes[size], classes[tone], className)}>
      {numbered(children)}
    </Element>
  )
}

/** A small, soft remark beside other content. */
export function Hint(props: Omit<TextProps, 'size' | 'tone'>) {
  return <Text {...props} size="sm" tone="soft" />
}

interface HeadingProps extends ComponentPropsWithRef<'h2'> {
  level: 1 | 2 | 3
  /** By default that of its level. */
  size?: 'md' | 'lg' | 'xl' | '2xl'
}

const sizeOfLevel = { 1: '2xl', 2: 'lg', 3: 'md' } as const

export function Heading({ level, size = sizeOfLevel[level], className, children, ...rest }: HeadingProps) {
  const Element = `h${level}` as const
  return (
    <Element {...rest} className={classNames(classes[`heading-${size}`], className)}>
      {numbered(children)}
    </Element>
  )
}

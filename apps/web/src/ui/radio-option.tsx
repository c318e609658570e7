import type { ReactNode } from 'react'
import { Radio } from './radio-group.tsx'

interface RadioOptionProps {
  /** The name that the options of a choice share. */
  group: string
  value: string
  checked: boolean
  disabled?: boolean
  className: string | undefined
  onChange: () => void
  children: ReactNode
}

/** An option of a choice, drawn by its class and pressed as a whole. */
export function RadioOption({ group, value, className, children, ...radio }: RadioOptionProps) {
  const id = `${group}-${value}`
  return (
    <label htmlFor={id} className={className}>
      <Radio id={id} name={group} {...radio} />
      {children}
    </label>
  )
}

import type { ComponentPropsWithRef } from 'react'

/** A value that goes with a form unseen. */
export function HiddenField(props: Omit<ComponentPropsWithRef<'input'>, 'type'>) {
  return <input {...props} type="hidden" readOnly />
}

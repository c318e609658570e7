import { lazy, Suspense } from 'react'
import { LoadingState } from '#ui/states/loading-state.tsx'
import type { AddressFormProps } from './address-props.ts'

/** Countries, regions, postcodes and phones weigh more than a page: they come when somebody writes an address. */
const Fields = lazy(async () => ({ default: (await import('./address-fields.tsx')).AddressFields }))

/**
 * The form of an address, for either book and any screen: what is sent, and where a refusal is shown, is the caller's.
 * Its texts are `addresses`, `auth` and `validation`.
 */
export function AddressForm(props: AddressFormProps) {
  return (
    <Suspense fallback={<LoadingState />}>
      <Fields {...props} />
    </Suspense>
  )
}

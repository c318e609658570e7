import { lazy, Suspense } from 'react'
import { LoadingState } from '#ui/states.tsx'
import type { AddressFormProps } from './address-props.ts'

/** Loaded on demand: countries, regions, postcodes and phone codes weigh more than a page. */
const Fields = lazy(async () => ({ default: (await import('./address-fields.tsx')).AddressFields }))

/**
 * The form of an address, for both books and any screen. The caller sends it and shows a refusal.
 * Needs the texts `address`, `auth` and `validation`.
 */
export function AddressForm(props: AddressFormProps) {
  return (
    <Suspense fallback={<LoadingState />}>
      <Fields {...props} />
    </Suspense>
  )
}

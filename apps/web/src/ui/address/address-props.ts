import type { AddressView, FieldIssue } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'

/** All fields of the form as they go to the server. */
export type AddressValues = Omit<AddressView, 'id' | 'updatedAt'>

export interface AddressFormProps {
  book: AddressBook
  /**
   * Called with valid values, after the warning that the company is rewritten (spec 5) was
   * accepted.
   */
  onSubmit: (values: AddressValues) => void
  /** The address to change; undefined for a new one. */
  initial?: Partial<AddressValues>
  /** Where a new address probably is: the country of the customer's other addresses. */
  usualCountry?: string | undefined
  /** The form is being sent. */
  busy: boolean
  /** The server's errors of the last submit, by field. */
  issues?: readonly FieldIssue[]
  onCancel?: () => void
}

export interface AddressPickerProps {
  /** Names the group for a screen reader: "Shipping address". */
  label: string
  addresses: readonly AddressView[]
  /** Id of the chosen one. */
  value: string | null
  onChange: (id: string) => void
  /** Opens the form of a new address. */
  onAdd: () => void
  onEdit?: (address: AddressView) => void
  /** A sentence, such as "No selected address!". */
  error?: string
}

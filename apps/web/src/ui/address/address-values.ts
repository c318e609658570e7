import { type AddressView, addressInput } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { addressFaults } from '@cotation/places'
import { z } from 'zod'
import type { AddressValues } from './address-props.ts'

const emptyAddress: AddressValues = {
  firstName: '',
  lastName: '',
  company: '',
  phoneCode: '',
  phone: '',
  vatNumber: '',
  country: '',
  line1: '',
  line2: '',
  line3: '',
  postcode: '',
  city: '',
  state: '',
  isDefault: false,
}

/** The initial values of the fields; id and time of an address are not fields. */
export function valuesOf(initial: Partial<AddressView> = {}): AddressValues {
  const { id: _, updatedAt: __, ...fields } = initial
  return { ...emptyAddress, ...fields }
}

/** A phone number without its code gives one error, on the code. */
const needed: ReadonlyMap<string, string> = new Map([['phone', 'phoneCode']])

/** The rules of the contract and of spec 5, checked together so that all errors appear at once. */
export const addressSchema = (book: AddressBook) =>
  z.custom<AddressValues>().transform((values, context) => {
    const parsed = addressInput.safeParse(values)
    const issues = (parsed.error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), code: message }))
    const wrong = new Set(issues.map(({ path }) => path))
    const { isDefault: _, ...address } = parsed.data ?? values
    for (const fault of addressFaults(address, book))
      if (!wrong.has(fault.path) && !wrong.has(needed.get(fault.path) ?? '')) issues.push(fault)
    for (const { path, code } of issues)
      context.issues.push({ code: 'custom', path: [path], message: code, input: values })

    return parsed.success && issues.length === 0 ? parsed.data : z.NEVER
  })

import { accountLimits, addressLimits, maxAddresses } from '@cotation/domain'
import { z } from 'zod'
import { nothing, phone, phoneCode, requiredText, text } from './fields.ts'
import { paging, time } from './paging.ts'
import { route } from './route.ts'

/**
 * The address form. Letters, post boxes, country, state, postcode, phone and VAT number are checked
 * by `addressFaults` of `@cotation/places`, in the browser and on the server.
 */
export const addressInput = z.strictObject({
  firstName: requiredText(addressLimits.name, 'FIRST_NAME_REQUIRED'),
  lastName: requiredText(addressLimits.name, 'LAST_NAME_REQUIRED'),
  company: text(addressLimits.company).default(''),
  phoneCode,
  phone,
  vatNumber: text(addressLimits.vatNumber).default(''),
  country: z.string('COUNTRY_INVALID').regex(/^[A-Z]{2}$/, 'COUNTRY_INVALID'),
  line1: requiredText(addressLimits.line, 'ADDRESS_REQUIRED'),
  line2: text(addressLimits.line).default(''),
  line3: text(addressLimits.line).default(''),
  postcode: text(addressLimits.postcode).default(''),
  city: requiredText(addressLimits.city, 'CITY_REQUIRED'),
  state: text(addressLimits.state).default(''),
  isDefault: z.boolean().default(false),
})

export type AddressInput = z.input<typeof addressInput>

export const addressView = z.strictObject({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string(),
  phoneCode: z.string(),
  phone: z.string(),
  vatNumber: z.string(),
  country: z.string(),
  line1: z.string(),
  line2: z.string(),
  line3: z.string(),
  postcode: z.string(),
  city: z.string(),
  state: z.string(),
  isDefault: z.boolean(),
  updatedAt: time,
})

export type AddressView = z.output<typeof addressView>

const id = z.uuid('INVALID_VALUE')
const params = z.strictObject({ id })
const ids = z.array(id).min(1, 'REQUIRED').max(maxAddresses, 'TOO_LONG')
const query = z.strictObject({ search: text(accountLimits.company.max).optional(), ...paging })
const list = z.strictObject({ addresses: z.array(addressView), total: z.int() })
const own = ['NOT_FOUND'] as const

/** What the calls about one address have in common. */
const ofAddress = { access: 'customer', params, output: addressView, errors: own } as const

export const addressRoutes = {
  list: route({
    method: 'GET',
    path: '/global/account/address',
    access: 'customer',
    summary: "The caller's shipping addresses, the default one first",
    query,
    output: list,
    errors: [],
  }),
  shippingList: route({
    method: 'GET',
    path: '/global/account/shippingList',
    access: 'customer',
    summary: 'All shipping addresses of the caller in short form for checkout, the default one first',
    output: z.array(
      z.strictObject({
        id: z.uuid(),
        name: z.string(),
        summary: z.string(),
        country: z.string(),
        isDefault: z.boolean(),
      }),
    ),
    errors: [],
  }),
  get: route({
    ...ofAddress,
    method: 'GET',
    path: '/global/account/address/{id}',
    summary: 'One shipping address',
  }),
  create: route({
    method: 'POST',
    path: '/global/account/address',
    access: 'customer',
    summary: 'Creates a shipping address; the first one becomes the default',
    body: addressInput,
    output: addressView,
    errors: ['QUOTA_EXCEEDED'],
    limits: [{ by: 'session', max: 300, windowSeconds: 3600 }],
  }),
  update: route({
    ...ofAddress,
    method: 'PATCH',
    path: '/global/account/address/{id}',
    summary: 'Replaces the fields of a shipping address',
    body: addressInput,
  }),
  remove: route({
    ...ofAddress,
    method: 'DELETE',
    path: '/global/account/address/{id}',
    summary: 'Removes a shipping address; existing orders keep their copy',
    output: nothing,
  }),
  setDefault: route({
    ...ofAddress,
    method: 'PATCH',
    path: '/global/account/address/setDefault/{id}',
    summary: 'Makes a shipping address the default one',
  }),
  removeMany: route({
    method: 'DELETE',
    path: '/global/account/address/batch',
    access: 'customer',
    summary: 'Removes several shipping addresses, all or none',
    body: z.strictObject({ addressIds: ids }),
    output: nothing,
    errors: own,
  }),
}

export const billingAddressRoutes = {
  list: route({
    method: 'GET',
    path: '/global/account/billingAddress',
    access: 'customer',
    summary: "The caller's billing addresses, the default one first",
    query,
    output: list,
    errors: [],
  }),
  get: route({
    ...ofAddress,
    method: 'GET',
    path: '/global/account/billingAddress/{id}',
    summary: 'One billing address',
  }),
  create: route({
    ...ofAddress,
    method: 'POST',
    path: '/global/account/billingAddress/{id}',
    summary: 'Creates a billing address under an id chosen by the caller (idempotent)',
    body: addressInput,
    errors: [...own, 'QUOTA_EXCEEDED'],
    limits: [{ by: 'session', max: 300, windowSeconds: 3600 }],
  }),
  update: route({
    ...ofAddress,
    method: 'PATCH',
    path: '/global/account/billingAddress/{id}',
    summary: 'Replaces the fields of a billing address, and may make it the default one',
    body: addressInput,
  }),
  remove: route({
    ...ofAddress,
    method: 'DELETE',
    path: '/global/account/billingAddress/{id}',
    summary: 'Removes a billing address and those named in the body, all or none',
    body: z.strictObject({ ids: z.array(id).max(maxAddresses, 'TOO_LONG') }),
    output: nothing,
  }),
}

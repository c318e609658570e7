import { AddressBookScreen } from './address-book.tsx'

/** Who invoices are made out to (spec 2, account/billingAddress). */
export const BillingAddressPage = () => <AddressBookScreen book="billing" />

import { AddressBookScreen } from './address-book.tsx'

/** Where parcels go (spec 2, account/address). */
export const AddressPage = () => <AddressBookScreen book="shipping" />

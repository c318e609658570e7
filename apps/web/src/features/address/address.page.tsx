import { AddressBookScreen } from './book/address-book.tsx'

/** Where parcels go (spec 2, account/address). */
export const AddressPage = () => <AddressBookScreen book="shipping" />

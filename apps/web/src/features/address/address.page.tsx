import type { AddressBook } from '@cotation/domain'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { newId } from '#lib/new-id.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { useListAddress } from '#ui/use-list-address.ts'
import type { Draft } from './address.api.ts'
import classes from './address-book.module.css'
import { AddressList } from './address-list.tsx'
import { EditAddress } from './edit-address.tsx'

/** One of the account's two address books: search, add, change, remove. */
function AddressBookScreen({ book }: { book: AddressBook }) {
  const t = useTranslations('address')
  const listAddress = useListAddress()
  const [draft, setDraft] = useState<Draft | null>(null)
  const add = () => setDraft({ id: newId(), address: null })

  return (
    <ListPage title={t(`books.${book}.title`)} intro={t(`books.${book}.intro`)}>
      <div className={classes.bar}>
        <SearchField label={t(`books.${book}.search`)} value={listAddress.search} onSearch={listAddress.find} />
        <Button onClick={add}>
          <IconPlus size={18} aria-hidden />
          {t('add')}
        </Button>
      </div>
      <AddressList
        book={book}
        listAddress={listAddress}
        onAdd={add}
        onEdit={(address) => setDraft({ id: address.id, address })}
      />
      {draft ? <EditAddress key={draft.id} book={book} draft={draft} onClose={() => setDraft(null)} /> : null}
    </ListPage>
  )
}

/** Where parcels go (spec 2, account/address). */
export const AddressPage = () => <AddressBookScreen book="shipping" />

/** Who invoices are made out to (spec 2, account/billingAddress). */
export const BillingAddressPage = () => <AddressBookScreen book="billing" />

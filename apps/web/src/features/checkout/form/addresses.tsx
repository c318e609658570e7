import type { AddressInput } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addAddress, addressesQuery } from '#features/checkout/form/checkout.api.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { AddressForm } from '#ui/address/address-form.tsx'
import { AddressPicker } from '#ui/address/address-picker.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'

interface AddressesProps {
  book: AddressBook
  label: string
  addTitle: string
  value: string | null
  onChange: (id: string) => void
}

/** Picks an address of one of the two books, or adds one without leaving the checkout. */
export function Addresses({ book, label, addTitle, value, onChange }: AddressesProps) {
  const t = useTranslations('checkout.address')
  const ui = useTranslations('app.ui')
  const list = useQuery(addressesQuery(book))
  const [isAdding, setAdding] = useState(false)
  const { attempt, failure, busy } = useAttempt()

  const add = (body: AddressInput) =>
    void attempt(async () => {
      onChange((await addAddress(book, body)).id)
      setAdding(false)
    })

  if (list.isPending) return <LoadingState />
  if (list.isError) return <ErrorState title={t('failed')} onRetry={() => void list.refetch()} />

  return (
    <>
      <AddressPicker
        label={label}
        addresses={list.data}
        value={value}
        onChange={onChange}
        onAdd={() => setAdding(true)}
      />
      <Modal
        opened={isAdding}
        onClose={() => setAdding(false)}
        title={addTitle}
        size="lg"
        closeButtonProps={{ 'aria-label': ui('close') }}
      >
        <FormAlert failure={failure && failure.issues.length === 0 ? failure : null} />
        <AddressForm
          book={book}
          busy={busy}
          issues={failure?.issues ?? []}
          onSubmit={add}
          onCancel={() => setAdding(false)}
        />
      </Modal>
    </>
  )
}

import type { AddressInput, CheckoutView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { newId } from '#lib/new-id.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { AddressForm } from '#ui/address/address-form.tsx'
import { AddressPicker } from '#ui/address/address-picker.tsx'
import { usualCountryOf } from '#ui/address/usual-country.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FormAlert } from '#ui/forms/form-alert.tsx'
import { ChoiceCard, ChoiceCards } from '#ui/pay/choice-card.tsx'
import { ErrorState, LoadingState } from '#ui/states.tsx'
import { addAddress, addressesQuery } from './checkout.api.ts'
import { defaultAddressId } from './draft.ts'
import { Section } from './section.tsx'
import type { CheckoutProps } from './use-checkout.ts'

export function DeliveryAddress({ checkout: { draft, change, errors } }: CheckoutProps) {
  const t = useTranslations('checkout.address')
  return (
    <Section name="address" title={t('title')} error={errors.address}>
      <Addresses
        book="shipping"
        value={draft.shippingAddressId}
        onChange={(shippingAddressId) => change({ shippingAddressId })}
      />
    </Section>
  )
}

/** The invoice address: the customer's default, or else the delivery address. */
export function BillingAddress({ checkout: { draft, change, errors, preview } }: CheckoutProps) {
  const t = useTranslations('checkout.address')
  const group = useId()
  const { data: known = [] } = useQuery({ ...addressesQuery('billing'), refetchOnMount: false })
  const madeOutTo = useMadeOutTo(preview.view?.sameBilling ?? null)
  const billElsewhere = () =>
    change({ billsElsewhere: true, billingAddressId: draft.billingAddressId ?? defaultAddressId(known) })

  return (
    <Section name="billing" title={t('billing')} error={errors.billing}>
      <ChoiceCards label={t('billing')}>
        <ChoiceCard
          group={group}
          title={t('same')}
          checked={!draft.billsElsewhere}
          onChoose={() => change({ billsElsewhere: false })}
        >
          {madeOutTo}
        </ChoiceCard>
        <ChoiceCard group={group} title={t('other')} checked={draft.billsElsewhere} onChoose={billElsewhere} />
      </ChoiceCards>
      {draft.billsElsewhere ? (
        <Addresses
          book="billing"
          value={draft.billingAddressId}
          onChange={(billingAddressId) => change({ billingAddressId })}
        />
      ) : null}
    </Section>
  )
}

/** Names the company on the invoice: the delivery address shows its recipient in that place. */
function useMadeOutTo(sameBilling: CheckoutView['sameBilling']): string | null {
  const t = useTranslations('checkout.address')
  if (!sameBilling || sameBilling.company === '') return null

  const { company, vatNumber } = sameBilling
  return vatNumber === '' ? t('madeOutTo', { company }) : t('madeOutToNumber', { company, vatNumber })
}

interface AddressesProps {
  book: AddressBook
  value: string | null
  onChange: (id: string) => void
}

/** Picks an address of one of the two books, or adds one without leaving the checkout. */
function Addresses({ book, value, onChange }: AddressesProps) {
  const t = useTranslations('checkout.address')
  // The page has asked for the addresses just before.
  const list = useQuery({ ...addressesQuery(book), refetchOnMount: false })
  const otherBook = book === 'shipping' ? 'billing' : 'shipping'
  const others = useQuery({ ...addressesQuery(otherBook), refetchOnMount: false })
  const [newAddressId, setNewAddressId] = useState<string>()
  const { attempt, failure, busy } = useAttempt()
  const close = () => setNewAddressId(undefined)

  const add = (body: AddressInput) =>
    void attempt(async () => {
      if (newAddressId === undefined) return
      onChange((await addAddress(book, newAddressId, body)).id)
      close()
    })

  if (list.isPending) return <LoadingState />
  if (list.isLoadingError) return <ErrorState title={t('failed')} onRetry={() => void list.refetch()} />

  const isShipping = book === 'shipping'
  const usualCountry = usualCountryOf([...list.data, ...(others.data ?? [])])

  return (
    <>
      <AddressPicker
        label={t(isShipping ? 'to' : 'billTo')}
        addresses={list.data}
        value={value}
        onChange={onChange}
        onAdd={() => setNewAddressId(newId())}
      />
      <Dialog
        opened={newAddressId !== undefined}
        onClose={close}
        title={t(isShipping ? 'addTitle' : 'addBilling')}
        size="lg"
      >
        <FormAlert failure={failure && failure.issues.length === 0 ? failure : null} />
        <AddressForm
          book={book}
          busy={busy}
          issues={failure?.issues ?? []}
          usualCountry={usualCountry}
          onSubmit={add}
          onCancel={close}
        />
      </Dialog>
    </>
  )
}

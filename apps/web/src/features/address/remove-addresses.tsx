import type { AddressView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { addressName } from '#ui/address/address-lines.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { removeAddresses } from './address.api.ts'

interface RemoveAddressesProps {
  book: AddressBook
  addresses: readonly AddressView[]
  onDone: () => void
  onClose: () => void
}

/** Asks before addresses are removed for good. */
export function RemoveAddresses({ book, addresses, onDone, onClose }: RemoveAddressesProps) {
  const t = useTranslations('address')
  const [busy, setBusy] = useState(false)
  const count = addresses.length
  const name = addresses[0] ? addressName(addresses[0]) : ''

  const remove = async () => {
    setBusy(true)

    try {
      const ids = addresses.map(({ id }) => id)
      await removeAddresses(book, ids)
      toast.success(t('remove.done', { count }))
      onDone()
    } catch {
      // The gateway's toast says why; nothing was removed.
    }

    onClose()
  }

  return (
    <Confirm
      opened
      danger
      title={t('remove.title', { count })}
      confirmLabel={t('delete')}
      loading={busy}
      onConfirm={() => void remove()}
      onCancel={onClose}
    >
      {t('remove.text', { count, name })}
    </Confirm>
  )
}

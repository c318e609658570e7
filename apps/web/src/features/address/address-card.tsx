import type { AddressView } from '@cotation/contracts'
import type { AddressBook } from '@cotation/domain'
import { useState } from 'react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { toast } from '#lib/toast.ts'
import { AddressLines, addressName } from '#ui/address/address-lines.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { setDefault } from './address.api.ts'
import classes from './address-book.module.css'

interface AddressCardProps {
  book: AddressBook
  address: AddressView
  marked: boolean
  onMark: (marked: boolean) => void
  onEdit: () => void
  onRemove: () => void
}

export function AddressCard({ book, address, marked, onMark, onEdit, onRemove }: AddressCardProps) {
  const t = useTranslations('address')
  const [busy, setBusy] = useState(false)
  const name = addressName(address)

  const makeDefault = async () => {
    setBusy(true)

    try {
      await setDefault(book, address)
      toast.success(t('madeDefault', { name }))
    } catch {
      // The gateway's toast says why.
    }

    setBusy(false)
  }

  return (
    <li className={classes.card} data-default={address.isDefault || undefined}>
      <div className={classes.head}>
        <Checkbox
          aria-label={t('select', { name })}
          checked={marked}
          onChange={(event) => onMark(event.currentTarget.checked)}
        />
        {address.isDefault ? <Badge tone="accent">{t('default')}</Badge> : null}
      </div>
      <AddressLines address={address} />
      <div className={classes.actions}>
        <Button size="xs" variant="secondary" aria-label={t('editOf', { name })} onClick={onEdit}>
          {t('edit')}
        </Button>
        {address.isDefault ? null : (
          <Button
            size="xs"
            variant="secondary"
            loading={busy}
            aria-label={t('makeDefaultOf', { name })}
            onClick={() => void makeDefault()}
          >
            {t('makeDefault')}
          </Button>
        )}
        <Button size="xs" variant="quietDanger" aria-label={t('deleteOf', { name })} onClick={onRemove}>
          {t('delete')}
        </Button>
      </div>
    </li>
  )
}

import { IconPlus } from '@tabler/icons-react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Radio, RadioGroup } from '#ui/radio-group.tsx'
import classes from './address.module.css'
import { AddressLines, addressName } from './address-lines.tsx'
import type { AddressPickerProps } from './address-props.ts'

/** Chooses one of several addresses, with a button to add another. Needs the texts `address`. */
export function AddressPicker({ label, addresses, value, onChange, onAdd, onEdit, error }: AddressPickerProps) {
  const t = useTranslations('address')
  return (
    <div>
      <RadioGroup label={label} value={value} onChange={onChange} error={error}>
        <div className={classes.options}>
          {addresses.map((address) => (
            <div key={address.id} className={classes.option}>
              <Radio value={address.id} label={<AddressLines address={address} />} />
              {address.isDefault || onEdit ? (
                <span className={classes.chosen}>
                  {address.isDefault ? <Badge tone="accent">{t('default')}</Badge> : <span />}
                  {onEdit ? (
                    <Button
                      size="xs"
                      variant="quiet"
                      aria-label={t('editOf', { name: addressName(address) })}
                      onClick={() => onEdit(address)}
                    >
                      {t('edit')}
                    </Button>
                  ) : null}
                </span>
              ) : null}
            </div>
          ))}
        </div>
      </RadioGroup>
      <Button className={classes.add} variant="secondary" size="sm" onClick={onAdd}>
        <IconPlus size={18} aria-hidden />
        {t('add')}
      </Button>
    </div>
  )
}

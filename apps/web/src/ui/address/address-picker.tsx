import { Badge, Button, Radio } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useTranslations } from '#lib/texts/i18n.tsx'
import classes from './address.module.css'
import { AddressLines } from './address-lines.tsx'
import { addressName } from './address-name.ts'
import type { AddressPickerProps } from './address-props.ts'

/** One address of several, and a way to add another in place. Its texts are `addresses`. */
export function AddressPicker({ label, addresses, value, onChange, onAdd, onEdit, error }: AddressPickerProps) {
  const t = useTranslations('addresses')
  return (
    <div>
      <Radio.Group label={label} value={value} onChange={onChange} error={error}>
        <div className={classes.options}>
          {addresses.map((address) => (
            <div key={address.id} className={classes.option}>
              <Radio value={address.id} label={<AddressLines address={address} />} />
              {address.isDefault || onEdit ? (
                <span className={classes.chosen}>
                  {address.isDefault ? (
                    <Badge component="span" variant="outline">
                      {t('default')}
                    </Badge>
                  ) : (
                    <span />
                  )}
                  {onEdit ? (
                    <Button
                      size="compact-sm"
                      variant="subtle"
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
      </Radio.Group>
      <Button
        className={classes.add ?? ''}
        variant="default"
        leftSection={<IconPlus size={18} aria-hidden />}
        onClick={onAdd}
      >
        {t('add')}
      </Button>
    </div>
  )
}

import type { PropertyValue } from '@cotation/domain'
import { useFormatter } from 'use-intl'
import { useTranslations } from '#lib/texts/i18n.tsx'
import type { MaterialProperty } from './material-properties.ts'

/** A property as a data sheet writes it: `48 MPa`, `41–61 MPa`, `Shore 83D`, `Yes`. */
export function usePropertyText() {
  const t = useTranslations('panel.property')
  const format = useFormatter()
  const shown = (value: PropertyValue): string => {
    if (typeof value === 'string') return value
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number') return format.number(value)
    return t('range', { from: format.number(value[0]), to: format.number(value[1]) })
  }

  return {
    name: ({ id }: Pick<MaterialProperty, 'id'>) => t(`name.${id}`),
    value: ({ id, value, scale }: MaterialProperty) =>
      id === 'hardness' ? `${scale} ${shown(value)}` : t(`value.${id}`, { value: shown(value) }),
  }
}

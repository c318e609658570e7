import type { Catalogue } from '@cotation/domain'
import { useFamilyTexts } from '#lib/material/family.ts'
import { usePropertyText } from '#lib/material/properties.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/stack.tsx'
import { EmptyState } from '#ui/states.tsx'
import { type Condition, loosenings } from './material-filter.ts'
import type { MaterialAddress } from './use-material-address.ts'

const cleared: Readonly<Record<Condition, Parameters<MaterialAddress['narrow']>[0]>> = {
  query: { search: '' },
  process: { process: '' },
  family: { family: '' },
  property: { property: '', from: '', to: '' },
}

/** Nothing meets the filter: offers to drop the conditions that exclude everything, one by one. */
export function NoMaterials({ catalogue, address }: { catalogue: Catalogue; address: MaterialAddress }) {
  const t = useTranslations('material')
  const families = useFamilyTexts()
  const { nameWithUnit } = usePropertyText()
  const { filter, narrow, clear } = address
  const ways = loosenings(catalogue, filter, families.words)

  const label = (condition: Condition, count: number): string => {
    if (condition === 'query') return t('none.search', { query: filter.query, count })
    if (condition === 'property') {
      return t('none.property', { name: filter.property ? nameWithUnit(filter.property) : '', count })
    }
    return t(`none.${condition}`, { count })
  }

  return (
    <EmptyState
      title={t('none.title')}
      text={ways.length > 0 ? t('none.text') : t('none.all')}
      action={
        <Stack gap="xs" align="center">
          {ways.map(({ condition, count }) => (
            <Button key={condition} variant="secondary" onClick={() => narrow(cleared[condition])}>
              {label(condition, count)}
            </Button>
          ))}
          <Button variant="quiet" onClick={clear}>
            {t('filter.clear')}
          </Button>
        </Stack>
      }
    />
  )
}

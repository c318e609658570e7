import type { Catalogue } from '@cotation/domain'
import { Link } from '@tanstack/react-router'
import { useFamilyTexts } from '#lib/material/family.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { maxCompared } from './compared.ts'
import { FilterForm } from './filter-form.tsx'
import classes from './material.module.css'
import { MaterialData } from './material-data.tsx'
import { filterMaterials } from './material-filter.ts'
import { MaterialList } from './material-list.tsx'
import { NoMaterials } from './no-materials.tsx'
import { type MaterialAddress, useMaterialAddress } from './use-material-address.ts'

export function MaterialsPage() {
  return <MaterialData>{(catalogue) => <Materials catalogue={catalogue} />}</MaterialData>
}

function Materials({ catalogue }: { catalogue: Catalogue }) {
  const t = useTranslations('material.index')
  const families = useFamilyTexts()
  const address = useMaterialAddress(catalogue)
  const found = filterMaterials(catalogue, address.filter, families.words)

  return (
    <>
      <Heading level={1}>{t('title')}</Heading>
      <Text className={classes.lead}>{t('lead', { count: catalogue.materials.length })}</Text>
      <FilterForm catalogue={catalogue} address={address} />
      <p className={classes.count} role="status">
        {t('found', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <NoMaterials catalogue={catalogue} address={address} />
      ) : (
        <MaterialList catalogue={catalogue} materials={found} address={address} />
      )}
      <Hint>
        {t.rich('guides', {
          link: (text) => (
            <Link to="/resources/$slug" params={{ slug: 'design-3d-printing' }} search={{}}>
              {text}
            </Link>
          ),
        })}
      </Hint>
      {address.compared.length > 0 ? <CompareBar address={address} /> : null}
    </>
  )
}

/** Stays in sight while materials are being chosen. */
function CompareBar({ address }: { address: MaterialAddress }) {
  const t = useTranslations('material.compare')
  const count = address.compared.length

  return (
    <Row className={classes.compareBar} justify="between">
      <span role="status">
        {t('chosen', { count, max: maxCompared })} {count < 2 ? t('openHint') : ''}
      </span>
      <Row>
        <Button variant="quiet" onClick={address.compareNothing}>
          {t('clear')}
        </Button>
        {count < 2 ? null : (
          <LinkButton to="/materials/compare" search={(current) => current}>
            {t('open')}
          </LinkButton>
        )}
      </Row>
    </Row>
  )
}

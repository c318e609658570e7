import { type Catalogue, findMaterial, type Material } from '@cotation/domain'
import { Link, Navigate, useParams } from '@tanstack/react-router'
import { useFamilyTexts } from '#lib/material/family.ts'
import { allProperties, isVerified, propertiesOf, usePropertyText } from '#lib/material/properties.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Alert } from '#ui/alert.tsx'
import { LinkButton } from '#ui/link-button.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Table } from '#ui/table.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import classes from './material.module.css'
import { MaterialData } from './material-data.tsx'
import { MaterialLimits } from './material-limits.tsx'
import { useMaterialTexts } from './material-texts.ts'
import { PriceExample } from './price-example.tsx'
import { QuoteLink } from './quote-link.tsx'

/** Everything the catalogue knows about one material. */
export function MaterialPage() {
  const { materialId } = useParams({ from: '/materials/$materialId' })
  return (
    <MaterialData>
      {(catalogue) => {
        const material = findMaterial(catalogue, materialId)
        if (!material) return <Navigate to="/404" search={{}} replace />
        return <MaterialDetails catalogue={catalogue} material={material} />
      }}
    </MaterialData>
  )
}

interface MaterialProps {
  catalogue: Catalogue
  material: Material
}

function MaterialDetails({ catalogue, material }: MaterialProps) {
  const t = useTranslations('material')

  return (
    <article className={classes.details}>
      <Introduction catalogue={catalogue} material={material} />
      <div className={classes.columns}>
        <Section title={t('page.properties')}>
          <PropertyTable material={material} />
        </Section>
        <Section title={t('example.title')}>
          {material.processIds.map((process) => (
            <PriceExample key={process} catalogue={catalogue} material={material} process={process} />
          ))}
        </Section>
        <Section title={t('page.uses')}>
          {material.processIds.map((process) => (
            <MaterialLimits key={process} catalogue={catalogue} material={material} process={process} />
          ))}
        </Section>
        <Appearance catalogue={catalogue} material={material} />
      </div>
      <Alike catalogue={catalogue} material={material} />
    </article>
  )
}

function Introduction({ catalogue, material }: MaterialProps) {
  const t = useTranslations('material.page')
  const { language } = useLanguage()
  const families = useFamilyTexts()
  const texts = useMaterialTexts(catalogue)
  const name = material.name[language]

  return (
    <Stack gap="sm">
      <p>
        <Link to="/materials" search={{}}>
          {t('back')}
        </Link>
      </p>
      <Heading level={1}>{name}</Heading>
      <Text className={classes.lead}>{`${families.name(material.family)} · ${texts.processes(material)}`}</Text>
      {material.available ? null : <Alert tone="warning">{t('unavailable')}</Alert>}
      <Row>
        <QuoteLink catalogue={catalogue} material={material} />
        <LinkButton to="/materials" search={{ compare: material.id }} variant="secondary">
          {t('compare')}
        </LinkButton>
      </Row>
      {material.available ? <Hint>{t('startHint', { name })}</Hint> : null}
    </Stack>
  )
}

function PropertyTable({ material }: { material: Material }) {
  const t = useTranslations('material.page')
  const property = usePropertyText()
  const headings = [t('property'), t('value'), t('origin')] as const
  // The thinnest wall is a limit of the workshop, and is shown among those.
  const ownProperties = allProperties.filter((id) => id !== 'minWallMm')

  return (
    <Table caption={t('properties')} hidesCaption headings={headings} isCompact>
      {propertiesOf(material, ownProperties).map((one) => (
        <tr key={one.id}>
          <th scope="row">{property.name(one)}</th>
          <td>{property.value(one)}</td>
          <td>{isVerified(material, one) ? t('verified') : t('typical')}</td>
        </tr>
      ))}
    </Table>
  )
}

function Appearance({ catalogue, material }: MaterialProps) {
  const t = useTranslations('material.page')
  const { language } = useLanguage()
  const texts = useMaterialTexts(catalogue)
  // Not a service to choose: the customer accepts findings on the quote page.
  const services = material.services.allowed.filter((id) => id !== 'risk-acceptance')

  return (
    <Section title={t('finishes')}>
      <ul className={classes.plain}>
        {material.finishes.map((id) => (
          <li key={id}>{texts.finish(id)}</li>
        ))}
      </ul>
      <Heading level={3}>{t('colours')}</Heading>
      <ul className={classes.colours}>
        {material.colours.map(({ id, name, hex }) => (
          <li key={id}>
            <span className={classes.swatch} style={{ backgroundColor: hex }} aria-hidden /> {name[language]}
          </li>
        ))}
      </ul>
      <Heading level={3}>{t('services')}</Heading>
      <ul className={classes.plain}>
        {services.map((id) => (
          <li key={id}>{texts.service(id)}</li>
        ))}
      </ul>
    </Section>
  )
}

/** Links to the other materials of the family. */
function Alike({ catalogue, material }: MaterialProps) {
  const t = useTranslations('material.page')
  const { language } = useLanguage()
  const others = catalogue.materials.filter(({ id, family }) => family === material.family && id !== material.id)
  if (others.length === 0) return null

  return (
    <Section title={t('alike')}>
      <ul className={classes.plain}>
        {others.map(({ id, name }) => (
          <li key={id}>
            <Link to="/materials/$materialId" params={{ materialId: id }} search={{}}>
              {name[language]}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}

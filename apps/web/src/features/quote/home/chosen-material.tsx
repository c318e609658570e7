import { findMaterial } from '@cotation/domain'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import classes from './home.module.css'

/**
 * The material that the customer came with, above the upload area. Without the catalogue it cannot
 * be named; the drop itself says if something fails.
 */
export function ChosenMaterial({ materialId }: { materialId: string }) {
  const t = useTranslations('quote.chosenMaterial')
  const { language } = useLanguage()
  const { data } = useQuery(catalogueQuery)
  if (!data) return null

  const material = findMaterial(data.catalogue, materialId)
  const name = material?.available ? material.name[language] : undefined

  return (
    <p className={classes.chosenMaterial} role="status">
      <span>{name ? t('text', { name }) : t('gone')}</span>
      <Link to="/quote" search={({ material: _, ...search }) => search}>
        {name ? t('remove') : t('close')}
      </Link>
    </p>
  )
}

import type { Catalogue, Material } from '@cotation/domain'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { LinkButton } from '#ui/link-button.tsx'

/** Starts a quote whose lines are of this material; nothing for a material that is not sold. */
export function QuoteLink({ catalogue, material }: { catalogue: Catalogue; material: Material }) {
  const t = useTranslations('material.page')
  const { language } = useLanguage()
  const technology = catalogue.technologies.find(({ id }) => id === material.technologyId)
  if (!material.available || !technology) return null

  return (
    <LinkButton to="/quote" search={{ technology: technology.slug, material: material.id }}>
      {t('start')} <span className="visually-hidden">{material.name[language]}</span>
    </LinkButton>
  )
}

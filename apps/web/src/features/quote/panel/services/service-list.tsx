import { lineFaults } from '@cotation/pricing'
import { useMemo } from 'react'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { Section } from '#features/quote/panel/scope/section.tsx'
import { useDeferredPart } from '#features/quote/panel/scope/use-deferred-part.ts'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { ServiceCard } from './service-card.tsx'
import { serviceOffers } from './service-offers.ts'
import classes from './services.module.css'

/** The value-added services that are possible for the material; the others are listed below. */
export function ServiceList({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.services')
  const names = useNames(scope.catalogue)
  const { part, material, catalogue, configuration } = scope
  const deferred = useDeferredPart(scope)
  const offers = useMemo(() => serviceOffers(deferred), [deferred])
  const faults = useMemo(() => lineFaults(part, configuration, catalogue), [part, configuration, catalogue])
  const refused = offers.filter(({ fault, selection }) => fault && !selection).map(({ service }) => service.id)

  // The figures are deferred, but the selection must be current.
  const current = offers.map((offer) => ({
    ...offer,
    selection: configuration.services.find(({ id }) => id === offer.service.id),
  }))

  return (
    <Section title={t('title')} help="services">
      <div className={classes.cards}>
        {current
          .filter(({ fault, selection }) => !fault || selection)
          .map((offer) => (
            <ServiceCard key={offer.service.id} offer={offer} scope={scope} faults={faults} />
          ))}
      </div>
      {refused.length > 0 ? (
        <p className={classes.soft}>
          {t('refused', { material: names.material(material.id), services: names.services(refused) })}
        </p>
      ) : null}
    </Section>
  )
}

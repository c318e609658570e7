import { findColour } from '@cotation/domain'
import classes from '#features/quote/panel/scope/choose.module.css'
import { OptionPrice } from '#features/quote/panel/scope/option-price.tsx'
import type { PanelScope } from '#features/quote/panel/scope/panel-scope.ts'
import { useFaultText } from '#features/quote/texts/use-formats.ts'
import { useNames } from '#features/quote/texts/use-names.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { arrowKeyStop } from './arrow-keys.ts'
import type { MaterialEntry } from './material-entries.ts'
import { keyProperties, propertiesOf, usePropertyText } from './material-properties.ts'

interface MaterialOptionProps {
  entry: MaterialEntry
  date: string | undefined
  chosen: boolean
  compared: boolean
  canCompare: boolean
  scope: Pick<PanelScope, 'catalogue' | 'configuration'>
  onChoose: () => void
  onCompare: (compared: boolean) => void
}

/** A material of the list: properties, price and date for this part, or why it is impossible. */
export function MaterialOption(props: MaterialOptionProps) {
  const { entry, date, chosen, compared, canCompare, scope, onChoose, onCompare } = props
  const t = useTranslations('panel.material')
  const { language } = useLanguage()
  const names = useNames(scope.catalogue)
  const faultText = useFaultText(scope.catalogue)
  const { material, offer, fault } = entry
  const name = material.name[language]
  const swatch = findColour(material, material.defaultColour)?.hex

  return (
    <li className={classes.option} data-chosen={chosen || undefined}>
      <Button
        variant="bare"
        className={classes.optionButton}
        aria-current={chosen ? 'true' : undefined}
        disabled={fault !== undefined}
        {...arrowKeyStop}
        onClick={onChoose}
      >
        <span className={classes.swatch} style={{ backgroundColor: swatch }} aria-hidden />
        <span className={classes.optionText}>
          <span className={classes.optionName}>{name}</span>
          <PropertyLine material={material} />
          {fault ? <span className={classes.refused}>{faultText(fault)}</span> : null}
          {offer && offer.dropped.length > 0 ? (
            <span className={classes.soft}>{t('drops', { services: names.services(offer.dropped) })}</span>
          ) : null}
          {offer && offer.lead !== scope.configuration.lead ? (
            <span className={classes.soft}>{t('otherLead', { lead: names.lead(offer.lead) })}</span>
          ) : null}
        </span>
        {offer ? <OptionPrice lineMinor={offer.lineMinor} unitMinor={offer.unitMinor} date={date} /> : null}
      </Button>
      {offer ? (
        <Checkbox
          className={classes.compare}
          label={
            <span>
              {t('compare')} <span className="visually-hidden">{name}</span>
            </span>
          }
          checked={compared}
          disabled={!compared && !canCompare}
          onChange={(event) => onCompare(event.currentTarget.checked)}
        />
      ) : null}
    </li>
  )
}

/** `48 MPa · 20 % · 175 °C · Shore 80D · 1.01 g/cm³`, each with its name. */
export function PropertyLine({ material }: Pick<MaterialEntry, 'material'>) {
  const text = usePropertyText()
  return (
    <span className={classes.properties}>
      {propertiesOf(material, keyProperties).map((property) => (
        <span key={property.id}>
          <span>{text.name(property)}</span> {text.value(property)}
        </span>
      ))}
    </span>
  )
}

import { maxParts } from '@cotation/domain'
import { useMemo } from 'react'
import { useQuantityDraft, useQuantityFault } from '#features/quote/workspace/use-quantity-draft.ts'
import { useFaultText } from '#features/quote/workspace/use-texts.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { WholeNumberField } from '#ui/whole-number-field.tsx'
import classes from './choices.module.css'
import { type PanelScope, useDeferredPart } from './panel-scope.ts'
import { PriceCurves } from './price-curves.tsx'
import { inQuantity, nextBreak, quantityCurve } from './quantity-curve.ts'
import { Section } from './section.tsx'

/** The quantity, with unit prices at common quantities and what a larger order would save. */
export function QuantityChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.quantity')
  const { configuration, process, catalogue, line } = scope
  const deferred = useDeferredPart(scope)
  const curve = useMemo(() => quantityCurve(deferred.part, deferred.configuration, deferred.catalogue), [deferred])
  const choose = (quantity: number) => scope.change('quantity', inQuantity(configuration, quantity, process, catalogue))
  const perFile = line.view.body?.perFile ?? 1

  return (
    <Section title={t('title')} help="quantity">
      <QuantityField scope={scope} onChoose={choose} />
      {perFile > 1 ? (
        <p className={classes.soft}>{t('perFile', { each: perFile, sets: configuration.quantity / perFile })}</p>
      ) : null}
      <NextBreakNote curve={curve} quantity={deferred.configuration.quantity} onChoose={choose} />
      <PriceCurves
        label={t('curve')}
        curves={[{ id: 'own', points: curve.flatMap(({ cell }) => cell ?? []) }]}
        quantity={deferred.configuration.quantity}
      />
      <Breaks curve={curve} quantity={configuration.quantity} onChoose={choose} />
    </Section>
  )
}

function QuantityField({ scope, onChoose }: { scope: PanelScope; onChoose: (quantity: number) => void }) {
  const t = useTranslations('panel.quantity')
  const faulty = useTranslations('line.quantityFault')
  const faultText = useFaultText(scope.catalogue)
  const draft = useQuantityDraft(scope.line, scope.configuration.quantity, onChoose)
  const wrong = useQuantityFault(scope.line)

  return (
    <WholeNumberField
      min={1}
      max={maxParts}
      className={classes.quantity}
      label={t('own')}
      value={draft.text}
      error={wrong && faulty('text', { fault: faultText(wrong.fault), quantity: wrong.quantity })}
      onText={draft.change}
      onBlur={draft.leave}
    />
  )
}

interface CurveProps {
  curve: ReturnType<typeof quantityCurve>
  quantity: number
  onChoose: (quantity: number) => void
}

/** What the next quantity break saves. */
function NextBreakNote({ curve, quantity, onChoose }: CurveProps) {
  const t = useTranslations('panel.quantity')
  const { money } = useFormats()
  const next = nextBreak(curve, quantity)
  if (!next) return null

  return (
    <p className={classes.saving}>
      {t('next', {
        more: next.more,
        unit: money(next.unitMinor),
        percent: next.percent,
        extra: money(next.extraMinor),
      })}{' '}
      <Button variant="link" onClick={() => onChoose(next.quantity)}>
        {t('take', { quantity: next.quantity })}
      </Button>
    </p>
  )
}

function Breaks({ curve, quantity, onChoose }: CurveProps) {
  const t = useTranslations('panel.quantity')
  const { money, number } = useFormats()

  return (
    <ul className={classes.breaks} aria-label={t('breaks')}>
      {curve.map((point) => (
        <li key={point.quantity}>
          <Button
            variant="bare"
            className={classes.break}
            aria-pressed={point.quantity === quantity}
            disabled={!point.cell}
            onClick={() => onChoose(point.quantity)}
          >
            <span className={classes.strong}>{number(point.quantity)}</span>
            {point.cell ? (
              <>
                <data value={point.cell.unitMinor}>{t('each', { price: money(point.cell.unitMinor) })}</data>
                <span className={classes.soft}>{money(point.cell.lineMinor)}</span>
                {point.savedPercent > 0 ? (
                  <span className={classes.saved}>{t('saved', { percent: point.savedPercent })}</span>
                ) : null}
              </>
            ) : (
              <span className={classes.soft}>{t('notOffered')}</span>
            )}
          </Button>
        </li>
      ))}
    </ul>
  )
}

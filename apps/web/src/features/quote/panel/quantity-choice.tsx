import { maxParts } from '@cotation/domain'
import { useId, useMemo, useState } from 'react'
import { useFormatter } from 'use-intl'
import { useFaultText, useFormats } from '#features/quote/texts/use-formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { CurveDrawing } from './curve-drawing.tsx'
import { inQuantity, nextBreak, quantityCurve, typedQuantity } from './quantity-curve.ts'
import classes from './scope/choose.module.css'
import type { PanelScope } from './scope/panel-scope.ts'
import { Section } from './scope/section.tsx'
import { useDeferredPart } from './scope/use-deferred-part.ts'

/**
 * How many parts, with what each costs at the usual quantities and what more of them would save.
 */
export function QuantityChoice({ scope }: { scope: PanelScope }) {
  const t = useTranslations('panel.quantity')
  const { configuration, process, catalogue, line } = scope
  const wanted = useDeferredPart(scope)
  const curve = useMemo(() => quantityCurve(wanted.part, wanted.configuration, wanted.catalogue), [wanted])
  const choose = (quantity: number) => scope.change('quantity', inQuantity(configuration, quantity, process, catalogue))
  const perFile = line.view.body?.perFile ?? 1

  return (
    <Section title={t('title')} help="quantity">
      <QuantityField scope={scope} onChoose={choose} />
      {perFile > 1 ? (
        <p className={classes.soft}>{t('perFile', { each: perFile, sets: configuration.quantity / perFile })}</p>
      ) : null}
      <NextBreakNote curve={curve} quantity={wanted.configuration.quantity} onChoose={choose} />
      <CurveDrawing curve={curve} quantity={wanted.configuration.quantity} />
      <Breaks curve={curve} quantity={configuration.quantity} onChoose={choose} />
    </Section>
  )
}

function QuantityField({ scope, onChoose }: { scope: PanelScope; onChoose: (quantity: number) => void }) {
  const t = useTranslations('panel.quantity')
  const faultText = useFaultText(scope.catalogue)
  const id = useId()
  const { quantity } = scope.configuration
  const [draft, setDraft] = useState<string>()
  const typed = draft === undefined ? quantity : typedQuantity(draft)

  // Undone, or changed in the table: what was typed here no longer stands.
  const shown =
    draft === undefined || (typed !== undefined && typed <= maxParts && typed !== quantity) ? String(quantity) : draft
  const code = typed === undefined ? 'QUANTITY_NOT_WHOLE' : typed > maxParts ? 'QUANTITY_TOO_LARGE' : undefined
  const wrong = code && faultText({ code, field: 'quantity', detail: { max: maxParts } })
  const change = (text: string) => {
    setDraft(text)
    const next = typedQuantity(text)
    if (next !== undefined && next <= maxParts && next !== quantity) onChoose(next)
  }

  return (
    <div className={classes.field}>
      <label htmlFor={id}>{t('own')}</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={1}
        max={maxParts}
        step={1}
        value={shown}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong ? `${id}-wrong` : undefined}
        onChange={(event) => change(event.currentTarget.value)}
        onBlur={() => setDraft(undefined)}
      />
      {wrong ? (
        <p id={`${id}-wrong`} className={classes.wrong}>
          {wrong}
        </p>
      ) : null}
    </div>
  )
}

interface CurveProps {
  curve: ReturnType<typeof quantityCurve>
  quantity: number
  onChoose: (quantity: number) => void
}

/** What the next step of quantity saves: the reason for which most customers order a few more. */
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
      <button type="button" className={classes.inline} onClick={() => onChoose(next.quantity)}>
        {t('take', { quantity: next.quantity })}
      </button>
    </p>
  )
}

function Breaks({ curve, quantity, onChoose }: CurveProps) {
  const t = useTranslations('panel.quantity')
  const format = useFormatter()
  const { money } = useFormats()

  return (
    <ul className={classes.breaks} aria-label={t('breaks')}>
      {curve.map((point) => (
        <li key={point.quantity}>
          <button
            type="button"
            aria-pressed={point.quantity === quantity}
            disabled={!point.cell}
            onClick={() => onChoose(point.quantity)}
          >
            <span className={classes.optionName}>{format.number(point.quantity)}</span>
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
          </button>
        </li>
      ))}
    </ul>
  )
}

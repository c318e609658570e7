import { descriptionTexts } from '@cotation/domain'
import { shownPrice } from '#features/quote/workspace/line-price.ts'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Button } from '#ui/button.tsx'
import classes from './lines.module.css'
import type { CellProps } from './row-actions.ts'

/**
 * A button with the part's name that opens it; below it the file name if it differs, and which body
 * of the file it is.
 */
export function NameCell({ line, texts: { t }, on, isOpen, tabIndex }: CellProps & { isOpen: boolean }) {
  const { name, provisional, view } = line
  const { upload, body } = view
  const about = [
    upload.name === name ? undefined : upload.name,
    body && body.bodies > 1 ? t('bodyOf', { index: body.index + 1, bodies: body.bodies }) : undefined,
    body && body.perFile > 1 ? t('perFile', { count: body.perFile }) : undefined,
    provisional ? t('provisional') : undefined,
  ].filter((text) => text !== undefined)

  return (
    <>
      <Button
        variant="bare"
        className={classes.name}
        title={name}
        tabIndex={tabIndex}
        aria-label={t('open', { name })}
        aria-expanded={isOpen}
        onClick={() => on.open(line.id)}
      >
        <BreakableName name={name} />
      </Button>
      {about.length > 0 ? (
        <span className={classes.about} title={about.join(' · ')}>
          {about.join(' · ')}
        </span>
      ) : null}
    </>
  )
}

/** The conditions at the end of a tolerance: "±0.2 mm (≤ 100 mm), ±0.3% above". */
const conditions = /\s\(.*$/

/**
 * Material; below it process and finish (colour, services, tolerance), with a swatch. A row names the
 * tolerance without its conditions, which its title and the open part have.
 */
export function MaterialCell({ line, texts: { t, material }, isShort = false }: TextCellProps & { isShort?: boolean }) {
  const made = material(line)
  if (!made) return <span className={classes.none}>{t('none')}</span>

  const details = descriptionTexts({ ...made, material: '' }).join(' · ')
  const tolerance = made.tolerance.replace(conditions, '')
  const shown = isShort ? descriptionTexts({ ...made, material: '', tolerance }).join(' · ') : details

  return (
    <>
      <span className={classes.material} title={made.material}>
        {made.material}
      </span>
      <span className={classes.finish} title={details} data-finish>
        {made.hex ? (
          <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden="true" className={classes.swatch}>
            <rect width="10" height="10" fill={made.hex} />
          </svg>
        ) : null}
        {shown}
      </span>
    </>
  )
}

type TextCellProps = Pick<CellProps, 'line' | 'texts'>

/** The price of one part. */
export function UnitPrice({ line, texts: { t, money } }: TextCellProps) {
  const price = shownPrice(line)
  if (!price) return <span className={classes.none}>{t('none')}</span>
  const unit = money(price.unitMinor)
  return <data value={price.unitMinor}>{price.isFrom ? t('from', { price: unit }) : unit}</data>
}

/**
 * The price of the line, with a note if it is an estimate or has changed, or with the reason why
 * there is none.
 */
export function LinePriceCell({ line, texts }: TextCellProps) {
  const { t, money } = texts
  const price = shownPrice(line)
  if (!price) return <NoPrice line={line} texts={texts} />

  const difference = texts.difference(line)
  const amount = money(price.lineMinor)

  return (
    <>
      <data className={classes.price} value={price.lineMinor}>
        {price.isFrom ? t('from', { price: amount }) : amount}
      </data>
      {price.isFrom ? <span className={classes.note}>{t('colourMissing')}</span> : null}
      {price.by === 'browser' ? (
        <span className={classes.note} title={t('estimateWhy')}>
          {t('estimate')}
        </span>
      ) : null}
      {price.by === 'expert' ? <span className={classes.note}>{t('byExpert')}</span> : null}
      {price.isIndicative ? (
        <span className={classes.note} title={t('indicativeWhy')}>
          {t('indicative')}
        </span>
      ) : null}
      {difference ? (
        <span className={classes.note} data-changed title={difference.full}>
          {difference.short}
        </span>
      ) : null}
    </>
  )
}

function noPriceReason({ status, refusal, view }: WorkLine) {
  if (status === 'manual-quote') return 'manual-quote'
  if (view.body?.failure) return 'unmeasured'
  if (refusal) return 'refused'
  return status === 'analysing' ? 'analysing' : 'configuring'
}

function NoPrice({ line, texts: { t } }: TextCellProps) {
  const reason = t(`noPrice.${noPriceReason(line)}`)

  return (
    <>
      <span className={classes.none}>{t('none')}</span>
      <span className={classes.note} title={reason}>
        {reason}
      </span>
    </>
  )
}

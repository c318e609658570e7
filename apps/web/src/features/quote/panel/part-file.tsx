import type { LengthUnit } from '@cotation/geometry'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import type { PanelScope } from '#features/quote/choices/panel-scope.ts'
import { partTypes } from '#features/quote/files/file-kinds.ts'
import { fileWithoutUnit, summaryOf, UnitButtons, UnitQuestion } from '#features/quote/workspace/unit-question.tsx'
import type { WorkLine } from '#features/quote/workspace/work-line.ts'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useFailureText } from '#lib/gateway/failures.ts'
import { useFormats, useMeasureFormat } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { FileButton } from '#ui/file-button.tsx'
import classes from './panel.module.css'

type FactsProps = Pick<PanelScope, 'line' | 'analysis'>

/** `100 × 60 × 25 mm`. */
function useSizeText() {
  const t = useTranslations('panel.facts')
  const number = useMeasureFormat()
  return ([x = 0, y = 0, z = 0]: readonly number[]) => t('size', { x: number(x), y: number(y), z: number(z) })
}

/** The measures of the part, like the title block of a drawing. */
export function FileFacts({ line, analysis }: FactsProps) {
  const t = useTranslations('panel.facts')
  const number = useMeasureFormat()
  const size = useSizeText()
  const { part, sizeMm, view, price } = line
  const summary = summaryOf(line)
  const body = analysis?.bodies[0] ?? line.local?.body

  return (
    <dl className={classes.facts}>
      {sizeMm ? <Fact name={t('dimensions')}>{size(sizeMm)}</Fact> : null}
      {part ? <Fact name={t('volume')}>{t('cm3', { value: number(part.volumeMm3 / 1000, 3) })}</Fact> : null}
      {part ? <Fact name={t('area')}>{t('cm2', { value: number(part.areaMm2 / 100) })}</Fact> : null}
      {price ? <Fact name={t('weight')}>{t('grams', { value: number(price.weightG, 1) })}</Fact> : null}
      {body ? <Fact name={t('wall')}>{t('mm', { value: number(body.walls.minMm) })}</Fact> : null}
      {part ? <Fact name={t('holes')}>{number(part.holes.length)}</Fact> : null}
      {body ? <Fact name={t('triangles')}>{number(body.triangles)}</Fact> : null}
      {summary ? (
        <Fact name={t('unit')}>{t(`unitSource.${summary.unit.source}`, { unit: summary.unit.name })}</Fact>
      ) : null}
      {summary ? (
        <Fact name={t('watertight')}>
          {summary.watertight ? t('yes') : t('open', { count: summary.openEdges + summary.nonManifoldEdges })}
        </Fact>
      ) : null}
      <Fact name={t('file')}>{view.upload.name}</Fact>
      {view.body && view.body.bodies > 1 ? (
        <Fact name={t('body')}>{t('bodyOf', { name: view.body.name, count: view.body.perFile })}</Fact>
      ) : null}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Changes the unit of an STL file, which has none itself; closed unless the customer opens it. */
export function UnitChoice({ line, actions }: Pick<PanelScope, 'line' | 'actions'>) {
  const t = useTranslations('panel.unit')
  const { attempt, busy } = useAttempt()
  const [open, setOpen] = useState(false)
  const summary = summaryOf(line)
  if (!summary || summary.unit.source === 'file' || fileWithoutUnit(line)) return null

  if (!open)
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        {t('change')}
      </Button>
    )

  return (
    <fieldset className={classes.unit} disabled={busy}>
      <legend>{t('question')}</legend>
      <UnitButtons summary={summary} onChoose={(unit) => void attempt(() => actions.setUnit(line.id, unit))} />
    </fieldset>
  )
}

/**
 * The first thing in the panel of a part whose unit is in doubt. The answer removes the buttons, so
 * the box around them takes the focus.
 */
export function PanelUnitQuestion({ line, actions }: Pick<PanelScope, 'line' | 'actions'>) {
  const box = useRef<HTMLDivElement>(null)
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()
  const summary = fileWithoutUnit(line)

  const choose = (unit: LengthUnit) =>
    void attempt(async () => {
      box.current?.focus()
      await actions.setUnit(line.id, unit)
    })

  return (
    <div ref={box} tabIndex={-1} className={summary && classes.asked}>
      {summary ? <UnitQuestion name={line.name} summary={summary} disabled={busy} onChoose={choose} /> : null}
      {failure ? (
        <p role="alert" className={classes.wrong}>
          {failureText(failure)}
        </p>
      ) : null}
    </div>
  )
}

interface ReplaceFileProps extends Pick<PanelScope, 'line' | 'actions'> {
  /** The buttons of findings scroll here, since many are resolved by a revised file. */
  box: RefObject<HTMLDivElement | null>
}

/** Replaces the line's file; the configuration stays. */
export function ReplaceFile({ line, actions, box }: ReplaceFileProps) {
  const t = useTranslations('panel.revision')
  const failureText = useFailureText()
  const { attempt, failure, busy } = useAttempt()

  return (
    <div ref={box} className={classes.replace}>
      <FileButton
        label={t('replace')}
        busy={busy}
        accept={partTypes}
        size="sm"
        onFiles={([file]) => file && void attempt(() => actions.replaceFile(line.id, file))}
      />
      <p className={classes.soft}>{t('keeps')}</p>
      {failure ? (
        <p role="alert" className={classes.wrong}>
          {failureText(failure)}
        </p>
      ) : null}
    </div>
  )
}

/** What a revised file changed: size, volume and price before and after. */
export function RevisionNote({ line }: { line: WorkLine }) {
  const t = useTranslations('panel.revision')
  const { money, date } = useFormats()
  const number = useMeasureFormat()
  const size = useSizeText()
  const { revision } = line.view
  if (!revision) return null

  const { part, sizeMm, price } = line
  const volume = (mm3: number) => t('cm3', { value: number(mm3 / 1000, 3) })
  const { sizeMm: oldSizeMm, volumeMm3: oldVolumeMm3, lineMinor: oldMinor } = revision

  const rows: { name: string; before: string; after: string }[] = []
  if (oldSizeMm && sizeMm) rows.push({ name: t('size'), before: size(oldSizeMm), after: size(sizeMm) })
  if (oldVolumeMm3 !== null && part)
    rows.push({ name: t('volume'), before: volume(oldVolumeMm3), after: volume(part.volumeMm3) })
  if (oldMinor !== null && price)
    rows.push({ name: t('price'), before: money(oldMinor), after: money(price.linePrice.minor) })

  return (
    <div className={classes.revision}>
      <p>
        {t('replaced', {
          name: revision.fileName,
          date: date(revision.replacedAt),
        })}
      </p>
      <ul>
        {rows.map(({ name, before, after }) => (
          <li key={name}>{before === after ? t('same', { name, after }) : t('changed', { name, before, after })}</li>
        ))}
      </ul>
    </div>
  )
}

import { foreignKinds, type LengthUnit, type Refusal, type RefusalCode } from '@cotation/geometry'
import { useTranslations } from '#lib/texts/i18n.tsx'
import buttons from '#ui/button.module.css'
import { CloseIcon } from '#ui/icons.tsx'
import classes from './part-card.module.css'
import { PartFacts } from './part-facts.tsx'
import { PartPrice } from './part-price.tsx'
import { PartThumbnail } from './part-thumbnail.tsx'
import { UnitQuestion } from './unit-question.tsx'
import type { DroppedPart } from './use-parts.ts'
import { ViewButton } from './viewer/view-button.tsx'

interface PartCardProps {
  part: DroppedPart
  onUnit: (unit: LengthUnit) => void
  onRemove: () => void
}

/** One dropped file: how far its analysis is, what it measures, what it costs, and what stands against making it. */
export function PartCard({ part, onUnit, onRemove }: PartCardProps) {
  const t = useTranslations('parts')
  const { file, summary, analysis, refusal } = part
  return (
    <li className={classes.card} aria-label={file.name}>
      <header className={classes.head}>
        <h3 className={classes.name}>{file.name}</h3>
        <button
          type="button"
          className={buttons.quiet}
          aria-label={t('remove', { name: file.name })}
          title={t('remove', { name: file.name })}
          onClick={onRemove}
        >
          <CloseIcon />
        </button>
      </header>
      {refusal ? <Refused refusal={refusal} /> : null}
      <div className={classes.sides}>
        {summary ? (
          <div>
            {analysis ? <PartThumbnail analysis={analysis} name={file.name} /> : null}
            {analysis ? <ViewButton analysis={analysis} name={file.name} /> : null}
            <PartFacts summary={summary} analysis={analysis} />
            {summary.unit.implausible && summary.unit.source !== 'file' ? (
              <UnitQuestion summary={summary} onChoose={onUnit} />
            ) : null}
          </div>
        ) : null}
        {analysis ? (
          <div className={classes.priced}>
            <PartPrice analysis={analysis} file={file.name} />
          </div>
        ) : null}
        {analysis || refusal ? null : <Progress part={part} />}
      </div>
    </li>
  )
}

function Progress({ part: { stage, done, file } }: { part: DroppedPart }) {
  const t = useTranslations('parts')
  const text = stage ? t(`stage.${stage}`) : t('stage.waiting')
  return (
    <p className={classes.progress}>
      <span>{text}</span>
      <progress aria-label={`${file.name}: ${text}`} value={stage ? done : 0} max={1} />
    </p>
  )
}

/** The customer reads first that the type is not taken, then what it is. */
const foreign: ReadonlySet<RefusalCode> = new Set(foreignKinds)

function Refused({ refusal: { code, place, detail } }: { refusal: Refusal }) {
  const t = useTranslations('geometry')
  const parts = useTranslations('parts')
  return (
    <div className={classes.refusal} role="alert">
      {foreign.has(code) ? <p className={classes.refusalTitle}>{parts('unsupported')}</p> : null}
      <p className={classes.refusalTitle}>{t(`refusal.${code}.title`, detail)}</p>
      {place?.line === undefined ? null : <p>{t('place.line', { line: place.line })}</p>}
      {place?.byte === undefined ? null : <p>{t('place.byte', { byte: place.byte })}</p>}
      {place?.entity === undefined ? null : <p>{t('place.entity', { entity: String(place.entity) })}</p>}
      <p>{t(`refusal.${code}.advice`, detail)}</p>
    </div>
  )
}

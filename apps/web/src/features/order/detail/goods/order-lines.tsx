import type { OrderLineView, OrderView } from '@cotation/contracts'
import { Link } from '@tanstack/react-router'
import { useOrderWords } from '#features/order/words/use-order-words.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '../section.tsx'
import { LineNotes } from './line-notes.tsx'
import classes from './order-lines.module.css'

interface LineProps {
  line: OrderLineView
  projectId: string | null
}

function Name({ line: { lineId, name }, projectId }: LineProps) {
  const t = useTranslations('order.lines')
  if (lineId === null || projectId === null) return name

  return (
    <Link to="/quote/$projectId" params={{ projectId }} search={{ part: lineId }} aria-label={t('open', { name })}>
      {name}
    </Link>
  )
}

/** Material, process, colour, size and lead time. */
function useFacts({ material, process, colour, sizeMm, workingDays, configuration }: OrderLineView): string[] {
  const t = useTranslations()
  const { count } = useOrderWords()
  const size = sizeMm.map((mm) => count(Math.round(mm * 10) / 10)).join(' × ')
  const leadTime = configuration
    ? t('order.lines.days', { lead: t(`pricing.leads.${configuration.lead}`), days: workingDays })
    : t('order.lines.daysOnly', { days: workingDays })
  const facts = [material, process, colour, size === '' ? '' : t('order.lines.size', { size }), leadTime]

  return facts.filter((fact) => fact !== '')
}

function Line({ line, projectId }: LineProps) {
  const t = useTranslations('order.lines')
  const { money, count } = useOrderWords()

  return (
    <li className={classes.line}>
      <PartPicture thumbnailId={line.thumbnailId} />
      <div className={classes.words}>
        <h3 className={classes.name}>
          <Name line={line} projectId={projectId} />
        </h3>
        <ul className={classes.facts}>
          {useFacts(line).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <LineNotes line={line} />
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>{t('quantity')}</dt>
          <dd>{count(line.quantity)}</dd>
        </div>
        <div>
          <dt>{t('unit')}</dt>
          <dd>{money(line.unitMinor)}</dd>
        </div>
        <div className={classes.price}>
          <dt>{t('total')}</dt>
          <dd>{money(line.totalMinor)}</dd>
        </div>
      </dl>
    </li>
  )
}

export function OrderLines({ order: { lines, projectId } }: { order: OrderView }) {
  const t = useTranslations('order.lines')
  return (
    <Section title={t('title', { count: lines.length })}>
      <ul className={classes.lines}>
        {lines.map((line) => (
          <Line key={line.id} line={line} projectId={projectId} />
        ))}
      </ul>
    </Section>
  )
}

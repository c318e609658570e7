import type { AcceptedRiskView, OrderLineView, OrderView } from '@cotation/contracts'
import { descriptionTexts } from '@cotation/domain'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { useCustomsText } from '#lib/texts/customs-text.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading } from '#ui/text.tsx'
import { saveAttachment } from '../order.api.ts'
import classes from './detail.module.css'

function Attachment({ uploadId, name }: OrderLineView['attachments'][number]) {
  const t = useTranslations('order.lines')
  const { attempt } = useAttempt()

  return (
    <Button
      variant="link"
      aria-label={t('download', { name })}
      onClick={() => void attempt(() => saveAttachment(uploadId, name))}
    >
      <IconPaperclip size={14} aria-hidden />
      {name}
    </Button>
  )
}

function Note({ label, text }: { label: string; text: string }) {
  if (text === '') return null
  return (
    <p className={classes.note}>
      <span className={classes.label}>{label}</span> {text}
    </p>
  )
}

/** The accepted risks in the words that were accepted, with their places on the model. */
function Risks({ risks }: { risks: readonly AcceptedRiskView[] }) {
  const t = useTranslations('order.lines')
  const { number } = useFormats()
  const point = (at: readonly number[]) => at.map((mm) => number(Math.round(mm * 10) / 10)).join(' ; ')
  if (risks.length === 0) return null

  return (
    <div className={classes.note}>
      <IconAlertTriangle size={14} aria-hidden />
      <span className={classes.label}>{t('risks')}</span>
      <ul>
        {risks.map(({ rule, wording, places }) => (
          <li key={rule}>
            {wording}{' '}
            {places.length > 0
              ? t('riskPlaces', { points: places.map(({ at }) => `(${point(at)})`).join(', ') })
              : null}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Services, customs, comment, accepted risks and attachments of an order line. */
function Notes({ line: { services, customs, comment, attachments, acceptedRisks } }: { line: OrderLineView }) {
  const t = useTranslations('order')
  const customsText = useCustomsText()

  return (
    <>
      <Note label={t('lines.services')} text={services.join(' · ')} />
      <Note label={t('lines.customs')} text={customs ? customsText(customs) : ''} />
      <Note label={t('lines.comment')} text={comment} />
      <Risks risks={acceptedRisks} />
      {attachments.length > 0 ? (
        <Row role="group" aria-label={t('lines.attachments')}>
          {attachments.map((attachment) => (
            <Attachment key={attachment.uploadId} {...attachment} />
          ))}
        </Row>
      ) : null}
    </>
  )
}

/** How far the part is while the order is made. */
function Stage({ making }: Pick<OrderLineView, 'making'>) {
  const t = useTranslations('order.lines')
  if (making === null) return null

  const { stage, remakePieces: count } = making
  return (
    <p className={classes.note}>
      <span className={classes.label}>{t('stage')}</span> {t(`stages.${stage}`)}
      {count > 0 ? ` · ${t('remade', { count })}` : null}
    </p>
  )
}

interface LineProps {
  line: OrderLineView
  projectId: string | null
}

function Name({ line: { lineId, name }, projectId }: LineProps) {
  const t = useTranslations('order.lines')
  if (lineId === null || projectId === null) return <BreakableName name={name} />

  return (
    <Link to="/quote/$projectId" params={{ projectId }} search={{ part: lineId }} aria-label={t('open', { name })}>
      <BreakableName name={name} />
    </Link>
  )
}

/** Material, process, colour, tolerance, size and lead time. */
function useFacts(line: OrderLineView): string[] {
  const { sizeMm, workingDays, configuration } = line
  const t = useTranslations()
  const { number } = useFormats()
  const size = sizeMm.map((mm) => number(Math.round(mm * 10) / 10)).join(' × ')
  const leadTime = configuration
    ? t('order.lines.days', { lead: t(`pricing.leads.${configuration.lead}`), days: workingDays })
    : t('order.lines.daysOnly', { days: workingDays })
  const sizeFacts = size === '' ? [] : [t('order.lines.size', { size })]

  // Services have a line of their own.
  return [...descriptionTexts({ ...line, services: [] }), ...sizeFacts, leadTime]
}

function Line({ line, projectId }: LineProps) {
  const t = useTranslations('order.lines')
  const { money, number } = useFormats()

  return (
    <li className={`${classes.entry} ${classes.line}`}>
      <PartPicture thumbnailId={line.thumbnailId} />
      <div className={classes.text}>
        <Heading level={3}>
          <Name line={line} projectId={projectId} />
        </Heading>
        <p className={classes.facts}>
          {useFacts(line).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <Stage making={line.making} />
        <Notes line={line} />
      </div>
      <Facts
        className={classes.figures}
        facts={[
          { label: t('quantity'), value: number(line.quantity) },
          { label: t('unit'), value: money(line.unitMinor) },
          { label: t('total'), value: <strong>{money(line.totalMinor)}</strong> },
        ]}
      />
    </li>
  )
}

export function OrderLines({ order: { lines, projectId } }: { order: OrderView }) {
  const t = useTranslations('order.lines')
  return (
    <Section title={t('title', { count: lines.length })}>
      <ul className={classes.list}>
        {lines.map((line) => (
          <Line key={line.id} line={line} projectId={projectId} />
        ))}
      </ul>
    </Section>
  )
}

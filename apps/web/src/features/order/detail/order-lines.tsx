import type { OrderLineView, OrderView } from '@cotation/contracts'
import { type Configuration, findOption, findService } from '@cotation/domain'
import { IconAlertTriangle, IconPaperclip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useAttempt } from '#lib/gateway/attempt.ts'
import { catalogueQuery } from '#lib/gateway/catalogue.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useLanguage, useTranslations } from '#lib/texts/i18n.tsx'
import { Button } from '#ui/button.tsx'
import { Facts } from '#ui/facts.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Row } from '#ui/stack.tsx'
import { Heading } from '#ui/text.tsx'
import { saveAttachment } from '../order.api.ts'
import classes from './detail.module.css'

/**
 * Groups the manufacturability rules into topics whose texts need no measured values. The first
 * match wins.
 */
const topics = [
  ['walls', /^(min-wall|wall-aspect)/],
  ['thick', /^wall-/],
  ['threads', /^(printed-thread|thread-|insert-)/],
  ['voids', /^(enclosed-void|escape-hole|support-trapped|casting-closed)/],
  ['holes', /hole|^slm-channel/],
  ['details', /^(min-pin|engrave|boss-)/],
  ['gaps', /^clearance/],
  ['overhangs', /^(overhang|undercut|draft)/],
  ['corners', /corner|^(pocket|sharp-edge)/],
  ['tolerance', /^tolerance/],
  ['surface', /^(sla-drift|hard-anodize|anodize)/],
  ['quantity', /^qty/],
  ['size', /^(max-size|min-size|large-)/],
  ['shape', /^(flat-warp|slender|not-rotational|setups|material-removal)/],
  ['mesh', /^(mesh|multi-shell|unit|cnc-needs-step|file)/],
] as const

/** The unique topics of accepted rules. */
export const riskTopics = (ruleIds: readonly string[]): ((typeof topics)[number][0] | 'other')[] => [
  ...new Set(ruleIds.map((rule) => topics.find(([, pattern]) => pattern.test(rule))?.[0] ?? 'other')),
]

/** The service names of a line in the current language, empty until the catalogue is loaded. */
function useServiceNames(configuration: Configuration | null): string[] {
  const { language } = useLanguage()
  // Accepted risks are shown separately.
  const chosen = (configuration?.services ?? []).filter(({ id }) => id !== 'risk-acceptance')
  const { data } = useQuery({ ...catalogueQuery, enabled: chosen.length > 0 })
  if (!data) return []

  return chosen.flatMap(({ id, option }) => {
    const service = findService(data.catalogue, id)
    if (!service) return []

    const detail = findOption(service, option)?.name[language]
    const name = service.name[language]
    return [detail === undefined || detail === name ? name : `${name} (${detail})`]
  })
}

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

function Note({ label, text, icon }: { label: string; text: string; icon?: ReactNode }) {
  if (text === '') return null
  return (
    <p className={classes.note}>
      {icon}
      <span className={classes.label}>{label}</span> {text}
    </p>
  )
}

/** Services, comment, accepted risks and attachments of an order line. */
function Notes({ line: { configuration, comment, attachments, acceptedRules } }: { line: OrderLineView }) {
  const t = useTranslations('order')
  const risks = riskTopics(acceptedRules).map((risk) => t(`risk.${risk}`))

  return (
    <>
      <Note label={t('lines.services')} text={useServiceNames(configuration).join(', ')} />
      <Note label={t('lines.comment')} text={comment} />
      <Note label={t('lines.risks')} text={risks.join(', ')} icon={<IconAlertTriangle size={14} aria-hidden />} />
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
  const { number } = useFormats()
  const size = sizeMm.map((mm) => number(Math.round(mm * 10) / 10)).join(' × ')
  const leadTime = configuration
    ? t('order.lines.days', { lead: t(`pricing.leads.${configuration.lead}`), days: workingDays })
    : t('order.lines.daysOnly', { days: workingDays })
  const facts = [material, process, colour, size === '' ? '' : t('order.lines.size', { size }), leadTime]

  return facts.filter((fact) => fact !== '')
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

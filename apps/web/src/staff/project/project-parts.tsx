import type { FindingText, StaffProjectLine, StaffProjectView } from '@cotation/contracts'
import { descriptionTexts } from '@cotation/domain'
import { useMemo } from 'react'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { BreakableName } from '#ui/breakable-name.tsx'
import { PartPicture } from '#ui/part-picture.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import { Heading, Hint, Text } from '#ui/text.tsx'
import { FileDownload } from '../shared/file-download.tsx'
import { findingMarks } from '../shared/model-marks.ts'
import { PartModelButton } from '../shared/part-model-button.tsx'
import { useSizeText } from '../shared/size-text.ts'
import { StaffLink } from '../shared/staff-link.tsx'
import { downloadFile, loadMesh } from './project.api.ts'
import classes from './project.module.css'

/** The parts with their files, configurations and prices. */
export function ProjectParts({ project }: { project: StaffProjectView }) {
  const t = useTranslations('staff-project')

  return (
    <Section title={t('parts')}>
      {project.lines.length === 0 ? <Hint>{t('noParts')}</Hint> : null}
      <ul className={classes.list}>
        {project.lines.map((part) => (
          <Part key={part.line.id} project={project} part={part} />
        ))}
      </ul>
    </Section>
  )
}

interface PartProps {
  project: StaffProjectView
  part: StaffProjectLine
}

function Part({ project, part: { line, description, findings, isCleared } }: PartProps) {
  const t = useTranslations('staff-project')
  const status = useTranslations('line.status')
  const size = useSizeText()(line.part?.sizeMm ?? [])
  const isToReview = project.exportControl.standing === 'in-review' && !isCleared

  return (
    <li className={classes.line}>
      <PartPicture thumbnailId={line.thumbnailId} />
      <Stack gap="xs">
        <Row gap="sm">
          <Heading level={3}>
            <BreakableName name={line.name} />
          </Heading>
          <Badge>{status(line.status)}</Badge>
          {isToReview ? <Badge tone="warning">{t('toReview')}</Badge> : null}
        </Row>
        <Text>{descriptionTexts(description).join(' · ')}</Text>
        {size === '' ? null : <Hint>{size}</Hint>}
        <Price line={line} />
        {line.comment === '' ? null : (
          <p className={classes.text}>
            <strong>{t('comment')}</strong> {line.comment}
          </p>
        )}
        <Row gap="sm" role="group" aria-label={t('files', { name: line.name })}>
          {[line.upload, ...line.attachments].map((file) => (
            <FileDownload
              key={file.id}
              name={file.name}
              isGone={file.state === 'expired'}
              load={() => downloadFile(project.id, file.id)}
            />
          ))}
        </Row>
        {line.manual ? <StaffLink path={`experts/${line.id}`}>{t('question')}</StaffLink> : null}
        <Findings findings={findings} />
        {line.part ? <Model projectId={project.id} line={line} findings={findings} /> : null}
      </Stack>
    </li>
  )
}

function Price({ line: { configuration, price, order } }: Pick<StaffProjectLine, 'line'>) {
  const t = useTranslations('staff-project')
  const { money } = useFormats()
  const quantity = configuration ? t('quantity', { count: configuration.quantity }) : ''
  const each = price ? t('each', { amount: money(price.unitPrice.minor) }) : t('noPrice')
  const total = price ? money(price.linePrice.minor) : ''

  return (
    <Row gap="sm">
      <Hint>{[quantity, each, total].filter(Boolean).join(' · ')}</Hint>
      {order ? <StaffLink path={`orders/${order.orderId}`}>{t('order', { number: order.number })}</StaffLink> : null}
    </Row>
  )
}

function Findings({ findings }: { findings: readonly FindingText[] }) {
  const t = useTranslations('staff-project')
  if (findings.length === 0) return null

  return (
    <div>
      <Hint>{t('findings')}</Hint>
      <ul>
        {findings.map(({ rule, text, isAccepted }) => (
          <li key={rule}>
            {text} {isAccepted ? t('accepted') : ''}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface ModelProps extends Pick<StaffProjectLine, 'line' | 'findings'> {
  projectId: string
}

function Model({ projectId, line: { id, name }, findings }: ModelProps) {
  const marks = useMemo(() => findingMarks(findings), [findings])
  return <PartModelButton meshKey={`project ${id}`} load={loadMesh(projectId, id)} name={name} marks={marks} />
}

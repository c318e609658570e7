import type { StaffProjectView } from '@cotation/contracts'
import { useQuery } from '@tanstack/react-query'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { Row, Stack } from '#ui/stack.tsx'
import type { Tone } from '#ui/tone.ts'
import { Columns } from '../shared/columns.tsx'
import { useStaffParam } from '../shared/params.ts'
import { RecordPage } from '../shared/record-page.tsx'
import { StaffLink, StaffLinkButton } from '../shared/staff-link.tsx'
import { StaffPage } from '../shared/staff-page.tsx'
import { ExportReview } from './export-review.tsx'
import { projectQuery } from './project.api.ts'
import { ProjectParts } from './project-parts.tsx'
import { UnreadableFiles } from './unreadable-files.tsx'

/** A project of a customer: what it asks of staff, and its parts. */
export function ProjectPage() {
  const t = useTranslations('staff-project')
  const answer = useQuery(projectQuery(useStaffParam('projectId')))

  return (
    <RecordPage
      answer={answer}
      unknown={{
        title: t('unknownTitle'),
        text: t('unknownText'),
        action: <StaffLinkButton path="today">{t('back')}</StaffLinkButton>,
      }}
    >
      {(project) => <Project project={project} />}
    </RecordPage>
  )
}

const tones: Readonly<Record<StaffProjectView['exportControl']['standing'], Tone>> = {
  unanswered: 'neutral',
  clear: 'good',
  'in-review': 'warning',
}

function Project({ project }: { project: StaffProjectView }) {
  const t = useTranslations('staff-project')
  const { standing } = project.exportControl

  return (
    <StaffPage
      title={
        <Row gap="sm">
          {project.name}
          {standing === 'in-review' ? <Badge tone={tones[standing]}>{t(`standings.${standing}`)}</Badge> : null}
        </Row>
      }
      actions={
        <StaffLinkButton path="today" variant="quiet" size="sm">
          {t('back')}
        </StaffLinkButton>
      }
    >
      <Columns>
        <Stack gap="lg">
          <UnreadableFiles project={project} />
          <ProjectParts project={project} />
        </Stack>
        <Stack gap="lg">
          <ExportReview project={project} tone={tones[standing]} />
          <ProjectFacts project={project} />
        </Stack>
      </Columns>
    </StaffPage>
  )
}

function ProjectFacts({ project }: { project: StaffProjectView }) {
  const t = useTranslations('staff-project')
  const { moment, date } = useFormats('medium')
  const { customer, createdAt, updatedAt, validUntil } = project
  const named = customer && (customer.company === '' ? customer.name : `${customer.name}, ${customer.company}`)

  return (
    <Section title={t('facts')}>
      <Facts
        facts={[
          {
            label: t('customer'),
            value: customer ? <StaffLink path={`customers/${customer.id}`}>{named}</StaffLink> : t('visitor'),
          },
          { label: t('email'), value: customer ? <a href={`mailto:${customer.email}`}>{customer.email}</a> : '' },
          { label: t('created'), value: moment(createdAt) },
          { label: t('updated'), value: moment(updatedAt) },
          { label: t('validUntil'), value: date(validUntil) },
        ]}
      />
    </Section>
  )
}

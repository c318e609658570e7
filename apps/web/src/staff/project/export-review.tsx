import type { StaffProjectView } from '@cotation/contracts'
import { useState } from 'react'
import { useMay } from '#lib/gateway/member.ts'
import { useFormats } from '#lib/texts/formats.ts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Badge } from '#ui/badge.tsx'
import { Facts } from '#ui/facts.tsx'
import { Section } from '#ui/section.tsx'
import { Text } from '#ui/text.tsx'
import type { Tone } from '#ui/tone.ts'
import { ActionButton } from '../shared/action-button.tsx'
import { ReasonDialog } from '../shared/reason-dialog.tsx'
import { clearProject } from './project.api.ts'

/** What the customer answered about export control, and the decision of staff. */
export function ExportReview({ project, tone }: { project: StaffProjectView; tone: Tone }) {
  const t = useTranslations('staff-project')
  const { moment } = useFormats('medium')
  const may = useMay()
  const [isClearing, setClearing] = useState(false)
  const { standing, answer, answeredAt, clearance } = project.exportControl
  const isOpen = standing === 'in-review'

  return (
    <Section title={t('export')} aside={<Badge tone={tone}>{t(`standings.${standing}`)}</Badge>}>
      {standing === 'unanswered' ? <Text>{t('unansweredText')}</Text> : null}
      {isOpen ? <Text>{t('reviewText')}</Text> : null}
      <Facts
        facts={[
          { label: t('answer'), value: answer ? t(`answers.${answer}`) : '' },
          { label: t('answered'), value: answeredAt ? moment(answeredAt) : '' },
          {
            label: t('reviewed'),
            value: clearance ? t('reviewedBy', { name: clearance.by, date: moment(clearance.at) }) : '',
          },
          { label: t('reason'), value: clearance?.reason ?? '' },
        ]}
      />
      {isOpen && may('checks.release') ? (
        <div>
          <ActionButton onClick={() => setClearing(true)}>{t('clear')}</ActionButton>
        </div>
      ) : null}
      {isClearing ? <ClearDialog project={project} onClose={() => setClearing(false)} /> : null}
    </Section>
  )
}

function ClearDialog({ project: { id, name, lines }, onClose }: { project: StaffProjectView; onClose: () => void }) {
  const t = useTranslations('staff-project')
  // What the person has seen when the dialog opened: parts that arrive meanwhile are not cleared.
  const [seen] = useState(lines)

  return (
    <ReasonDialog
      title={t('clearTitle', { name })}
      confirmLabel={t('clear')}
      doneText={t('cleared')}
      save={(reason) => clearProject(id, { reason, uploadIds: [...new Set(seen.map(({ line }) => line.upload.id))] })}
      onClose={onClose}
    >
      <Text>{t('clearText', { count: seen.length })}</Text>
    </ReasonDialog>
  )
}

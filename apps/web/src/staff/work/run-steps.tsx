import type { RunView } from '@cotation/contracts'
import { useTranslations } from '#lib/texts/i18n.tsx'
import { Section } from '#ui/section.tsx'
import { StepTable } from '../shared/step-table.tsx'

/** All steps of a run. */
export function RunSteps({ run }: { run: RunView }) {
  const t = useTranslations('staff-work')

  return (
    <Section title={t('steps')}>
      <StepTable label={t('steps')} steps={run.steps} />
    </Section>
  )
}
